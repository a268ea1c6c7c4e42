import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../testing/service.ts";

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

  it.each(["/authorization", "/login", "/consent", "/end_session", "/change-user", "/", "/introspect"])(
    "meta-06: may not call %s",
    async (path) => {
      expect((await preflight(path, "https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});
