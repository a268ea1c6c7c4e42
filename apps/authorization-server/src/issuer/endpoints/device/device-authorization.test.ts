import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fields } from "../../../../testing/browser.ts";
import { begin, poll } from "../../../../testing/clients/devices.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const refused = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });

describe("RFC 8628 §3.2: the response", () => {
  it("dev-r01, dev-r02: has both codes, the addresses and the times, and is never stored", async () => {
    const { status, headers, body } = await begin(service);
    expect(status).toBe(200);
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}\.[\w-]{22}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{5}-[B-DF-HJ-NP-TV-XZ]{5}$/),
      verification_uri: `${issuer}/device`,
      verification_uri_complete: `${issuer}/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("has other codes each time", async () => {
    const bodies = await Promise.all(
      Array.from({ length: 8 }, async () => (await begin(service, "secretDevice")).body),
    );
    expect(new Set(bodies.map(({ device_code }) => device_code)).size).toBe(8);
    expect(new Set(bodies.map(({ user_code }) => user_code)).size).toBe(8);
  });

  it("dev-r09, RFC 8628 §4: the metadata names the endpoint and the grant type", async () => {
    const response = await fetch(`${service.origin}/.well-known/oauth-authorization-server`);
    const document = (await response.json()) as Record<string, unknown>;
    expect(document.device_authorization_endpoint).toBe(`${issuer}/device_authorization`);
    expect(document.grant_types_supported).toContain("urn:ietf:params:oauth:grant-type:device_code");
  });
});

describe("RFC 8628 §3.1: the client authenticates as at the token endpoint", () => {
  it("dev-10: a confidential client without its secret is refused, or with a wrong one", async () => {
    const { origin } = service;
    const sent = { client_id: "secretDevice", scope: "openid" };
    expect(await post(origin, "/device_authorization", sent)).toMatchObject(refused(401, "invalid_client"));
    const wrong = basic("secretDevice", "wrong");
    expect(await post(origin, "/device_authorization", {}, wrong)).toMatchObject(refused(401, "invalid_client"));
  });

  it("dev-09: a client without the grant is refused, here and when it polls", async () => {
    const answer = refused(400, "unauthorized_client");
    expect(await begin(service, "publicClient")).toMatchObject(answer);
    expect(await poll(service, "any", "publicClient")).toMatchObject(answer);
  });

  it("a body that is not a form is refused", async () => {
    const response = await fetch(`${service.origin}/device_authorization`, { method: "POST", body: "{}" });
    expect(response.status).toBe(415);
  });

  it("what was refused is noted for the operator of the client", async () => {
    await begin(service, "publicDevice", { scope: "profile" });
    await service.deps.refusedRequests.flush();
    const rows = await service.rows("SELECT endpoint, error FROM refused_request WHERE client_id = 'publicDevice'");
    expect(rows).toContainEqual({ endpoint: "device_authorization", error: "invalid_scope" });
  });
});

describe("RFC 8628 §3.1: the request is checked as at the authorization endpoint", () => {
  it.each<[string, Fields, string]>([
    ["a scope that the client may not ask for", { scope: "profile" }, "invalid_scope"],
    ["RFC 8707 §2: a resource server that is unknown", { resource: "https://unknown.example" }, "invalid_target"],
    [
      "RFC 9396 §5: details that are not registered",
      { authorization_details: '[{"type":"x"}]' },
      "invalid_authorization_details",
    ],
    ["a parameter twice", { scope: ["openid", "email"] }, "invalid_request"],
  ])("%s", async (_, changes, error) => {
    expect(await begin(service, "publicDevice", changes)).toMatchObject(refused(400, error));
  });

  it("what it does not know it ignores, and the credentials of the client are not stored", async () => {
    const { status, body } = await begin(service, "secretDevice", { nonsense: "x", state: "s" });
    expect(status).toBe(200);
    const id = (await service.deps.deviceRequests.idOf(body.user_code.replaceAll("-", ""))) ?? "";
    const found = await service.deps.deviceRequests.find(id);
    expect(found?.device.parameters).toEqual([
      ["client_id", "secretDevice"],
      ["scope", "openid email offline_access"],
    ]);
  });
});

describe("RFC 8628 §5.1: how many requests may be open is bounded", () => {
  it("devx-08: a source has a limit; a confidential client has one of its own", async () => {
    const from = { "x-forwarded-for": "198.51.100.7" };
    const statuses = new Set<number>();
    for (let i = 0; i < 31; i++) statuses.add((await begin(service, "publicDevice", {}, from)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect((await begin(service, "secretDevice", {}, from)).status).toBe(200);
    expect((await begin(service, "publicDevice", {}, { "x-forwarded-for": "198.51.101.7" })).status).toBe(200);
  });
});
