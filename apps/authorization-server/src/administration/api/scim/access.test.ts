import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon } from "../../../../testing/world.ts";
import { revokeScimToken } from "../../scim/scim-tokens.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let acme: Organization;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme");
});
afterAll(() => api.close());

describe("RFC 7644 §2: who may call", () => {
  it("refuses calls without a token, with an unknown one, and with one of the administration API", async () => {
    const program = await api.tokenOf("people:read", "people:write");
    for (const token of [undefined, "x", "a".repeat(43), program]) {
      const { status, headers, body } = await api.scim(token, "/Users");
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('Bearer realm="scim"');
      expect(body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" });
    }
  });

  it("a token of SCIM is none of the administration API", async () => {
    const other = await api.organization("twice");
    const headers = new Headers();
    await other.scim("/Users", { headers: Object.fromEntries(headers) });
    expect((await api.call("/people", { token: "a".repeat(43) })).status).toBe(401);
  });

  it("refuses a revoked token, an expired one, and those of a disabled organization", async () => {
    const revoked = await api.organization("revoked");
    expect(
      await revokeScimToken(api.database, { organizationId: acme.id, id: revoked.tokenId }, byOperatorAt(noon)),
    ).toBe(false);
    expect((await revoked.scim("/Users")).status).toBe(200);
    await revokeScimToken(api.database, { organizationId: revoked.id, id: revoked.tokenId }, byOperatorAt(noon));
    expect((await revoked.scim("/Users")).status).toBe(401);

    const disabled = await api.organization("disabled");
    await api.database.pool.query("UPDATE organization SET disabled_at = now() WHERE id = $1", [disabled.id]);
    expect((await disabled.scim("/Users")).status).toBe(401);

    const expired = await api.organization("expired");
    await api.database.pool.query("UPDATE scim_token SET expires_at = $2 WHERE id = $1", [expired.tokenId, noon]);
    expect((await expired.scim("/Users")).status).toBe(401);
  });

  it("keeps only the hash of a token", async () => {
    const { rows } = await api.database.pool.query("SELECT * FROM scim_token WHERE id = $1", [acme.tokenId]);
    expect(rows[0].token_hash).toHaveLength(32);
  });
});

describe("RFC 7644 §4: discovery", () => {
  it("answers ServiceProviderConfig, ResourceTypes and Schemas", async () => {
    expect((await acme.scim("/ServiceProviderConfig")).body).toMatchObject({ bulk: { supported: false } });
    for (const list of ["/ResourceTypes", "/Schemas"]) {
      const { body } = await acme.scim(list);
      for (const { meta } of body.Resources) {
        const path = new URL(meta.location).pathname.replace("/scim/v2", "");
        expect((await acme.scim(path)).body.meta.location).toBe(meta.location);
      }
      expect((await acme.scim(`${list}/unknown`)).status).toBe(404);
      expect((await acme.scim(`${list}?filter=x`)).status).toBe(403);
    }
  });

  it("§3.7, §3.11: has no bulk requests, no alias /Me and no search of several types", async () => {
    for (const [path, method] of [
      ["/Bulk", "POST"],
      ["/.search", "POST"],
      ["/Me", "GET"],
      ["/Me", "PATCH"],
      ["/Me", "DELETE"],
    ] as const) {
      const { status, body } = await acme.scim(path, { method });
      expect([path, status, body.status]).toEqual([path, 501, "501"]);
    }
  });
});

describe("RFC 7644 §3.12: bodies", () => {
  const post = (body: string, type = "application/scim+json") =>
    acme.scim("/Users", { method: "POST", body, headers: { "content-type": type } });

  it("are JSON, of limited size", async () => {
    expect((await post("{")).body).toMatchObject({ status: "400", scimType: "invalidSyntax" });
    expect((await post("[]")).body.scimType).toBe("invalidSyntax");
    expect((await post("userName=x", "application/x-www-form-urlencoded")).body.scimType).toBe("invalidSyntax");
    expect((await post(JSON.stringify({ userName: "plain-json" }), "application/json")).status).toBe(201);
    expect((await post(`{"userName":"${"a".repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await post(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)).status).toBe(400);
    expect((await post(JSON.stringify({ userName: "a\0b" }))).body).toMatchObject({ status: "400" });
    expect((await post('{"userName":"ok","__proto__":{"active":false}}')).status).toBe(400);
  });
});
