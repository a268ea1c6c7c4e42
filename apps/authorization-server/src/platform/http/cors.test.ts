import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientSecret, redirectUriOf } from "../../../testing/clients/clients.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("meta-07: CORS", () => {
  const preflight = (path: string, origin: string) =>
    fetch(`${service.origin}${path}`, { method: "OPTIONS", headers: { origin } });

  it.each(["/token", "/revoke", "/jwks", "/.well-known/openid-configuration"])(
    "may call %s, without credentials",
    async (path) => {
      const { status, headers } = await preflight(path, "https://spa.example");
      expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("vary")).toContain("Origin");
      expect((await preflight(path, "null")).headers.get("access-control-allow-origin")).toBeNull();
    },
  );

  it.each([
    [
      "of a redirect URI of a public client, with credentials",
      "publicClient",
      "https://spa.example",
      "https://spa.example",
    ],
    ["another origin, without", "publicClient", "https://evil.example", "*"],
    ["an opaque origin, not at all", "publicClient", "null", null],
    ["an unknown client, without", "unknown", "https://spa.example", "*"],
  ])("keycloak-js sends credentials to /token: an answer may be read by %s", async (_, client_id, origin, allowed) => {
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "unknown", client_id });
    const { headers } = await fetch(`${service.origin}/token`, { method: "POST", headers: { origin }, body });
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
    expect(headers.get("access-control-allow-credentials")).toBe(allowed === origin ? "true" : null);
    if (allowed === origin) expect(headers.get("vary")).toContain("Origin");
  });

  it("never by the origin of a confidential client, and not at /introspect", async () => {
    const { origin } = new URL(redirectUriOf("webPostClient"));
    for (const path of ["/token", "/introspect"]) {
      const body = new URLSearchParams({ client_id: "webPostClient", client_secret: clientSecret, token: "unknown" });
      const { headers } = await fetch(`${service.origin}${path}`, { method: "POST", headers: { origin }, body });
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it.each(["/authorization", "/login", "/consent", "/end_session", "/change-user", "/", "/introspect"])(
    "meta-06: may not call %s",
    async (path) => {
      expect((await preflight(path, "https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});
