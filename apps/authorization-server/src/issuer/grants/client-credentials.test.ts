import type { SecretHash } from "@countersign/rules";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import type { Fields } from "../../../testing/browser.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { registered } from "../../../testing/clients/registration.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { basic } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource } from "../../../testing/world.ts";
import { rotateClientSecret } from "../../administration/clients/client-secrets.ts";
import { disableClient, enableClient } from "../../administration/clients/clients.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";

const api = "https://orders.example";
const about = { name: "Orders", accessTokenSigningAlg: "EdDSA", accessTokenTtlSeconds: 120, listed: false } as const;
let service: Service;
beforeAll(async () => {
  service = await startService();
  const add = (identifier: string, scopes: readonly string[]) =>
    addResourceServer(service.database, { ...about, identifier, scopes }, byOperatorAt(service.clock.now));
  await add(api, ["api:read", "api:admin"]);
  await add("https://closed.example", ["closed"]);
});
afterAll(() => service.close());
beforeEach(() => service.rows(`DELETE FROM "authorization"`));

const disable = () => disableClient(service.database, "serviceClient", byOperatorAt(service.clock.now));
const enable = () => enableClient(service.database, "serviceClient", byOperatorAt(service.clock.now));
const ask = (fields: Fields = {}, headers: Record<string, string> = basic("serviceClient")) =>
  post(service.origin, "/token", { grant_type: "client_credentials", ...fields }, headers);
const introspect = async (token: string, headers: Record<string, string> = basic("serviceClient")) =>
  (await post(service.origin, "/introspect", { token }, headers)).body;
const claimsOf = async (token: string) => {
  const keys = createLocalJWKSet((await (await fetch(`${service.origin}/jwks`)).json()) as JSONWebKeySet);
  return (await jwtVerify(token, keys, { currentDate: service.clock.now, typ: "at+jwt" })).payload;
};
const standing = () => service.rows(`SELECT id FROM "authorization" WHERE client_id = 'serviceClient'`);

describe("RFC 6749 §4.4 and RFC 9068 §2.2: a token of a client for itself", () => {
  it("has the client as its subject, and no authentication claims", async () => {
    const { status, headers, body } = await ask({ resource });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 300 });

    const { iat = 0, ...claims } = await claimsOf(body.access_token);
    expect(iat).toBe(service.clock.now.getTime() / 1000);
    expect(claims).toEqual({
      iss: issuer,
      sub: "serviceClient",
      client_id: "serviceClient",
      aud: resource,
      exp: iat + 300,
      jti: expect.any(String),
      authorization_id: expect.any(String),
    });
  });

  it("RFC 8707 §2: is for the named resource server, with its algorithm and lifetime", async () => {
    const { body } = await ask({ resource: api, scope: "api:read" });
    expect(body).toMatchObject({ expires_in: 120, scope: "api:read" });
    expect(decodeProtectedHeader(body.access_token).alg).toBe("EdDSA");
    const claims = await claimsOf(body.access_token);
    expect(claims).toMatchObject({ aud: api, scope: "api:read" });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120);
  });

  it("RFC 8707 §2: has the registered spelling of the resource server as its audience", async () => {
    const { body } = await ask({ resource: "HTTPS://Orders.example/" });
    expect((await claimsOf(body.access_token)).aud).toBe(api);
  });

  it("S2, I8: RFC 9068 §3: without resource, the resource server follows from the scopes", async () => {
    const { body } = await ask({ scope: "api:read" });
    expect(body).toMatchObject({ expires_in: 120, scope: "api:read" });
    expect(await claimsOf(body.access_token)).toMatchObject({ aud: api, scope: "api:read" });
  });

  it.each([
    ["one that the client is not allowed", "api:read api:admin"],
    ["one that no resource server defines", "api:read api:write"],
    ["one of people", "api:read openid"],
  ])("S2: then no scope is ignored either: %s is invalid_scope", async (_, scope) => {
    expect(await ask({ scope })).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
    expect(await standing()).toEqual([]);
  });

  it("S2, I8: scopes of several resource servers are invalid_target, which names the choices", async () => {
    const other = "https://other.example";
    await addResourceServer(
      service.database,
      { ...about, identifier: other, scopes: ["api:read", "api:write"] },
      byOperatorAt(service.clock.now),
    );
    service.deps.resources.forget();
    const description = `scope is of several resource servers, so resource must name one: ${api}, ${other}`;
    expect(await ask({ scope: "api:read" })).toMatchObject({
      status: 400,
      body: { error: "invalid_target", error_description: description },
    });
    expect((await ask({ scope: "api:read api:write" })).body).toMatchObject({ scope: "api:read api:write" });
    await service.rows("DELETE FROM resource_server WHERE identifier = $1", [other]);
    service.deps.resources.forget();
  });

  it.each<[string, Fields]>([
    ["what the client may have at the named one", { resource: api }],
    ["what it may have at the only one, as most libraries ask", {}],
  ])("decision 261, RFC 6749 §3.3: without scope grants %s", async (_, fields) => {
    const { body } = await ask(fields);
    expect(body).toMatchObject({ expires_in: 120, scope: "api:read" });
    expect(await claimsOf(body.access_token)).toMatchObject({ aud: api, scope: "api:read" });
  });

  it("decision 261: without scope and resource, a client of several is told to name one", async () => {
    const other = "https://third.example";
    const add = { ...about, identifier: other, scopes: ["api:write"] };
    await addResourceServer(service.database, add, byOperatorAt(service.clock.now));
    service.deps.resources.forget();
    const description = `scope is of several resource servers, so resource must name one: ${api}, ${other}`;
    expect(await ask()).toMatchObject({
      status: 400,
      body: { error: "invalid_target", error_description: description },
    });
    await service.rows("DELETE FROM resource_server WHERE identifier = $1", [other]);
    service.deps.resources.forget();
  });

  it.each<[string, Fields, string]>([
    [
      "tok-07: scopes of people, and one that the client is not allowed",
      { scope: "openid profile offline_access api:admin" },
      api,
    ],
    ["tok-07: a scope of people that the client is allowed", { scope: "openid" }, resource],
    ["tok-07: a scope that the client is not allowed", { scope: "api:read api:admin" }, api],
    ["tok-07, tok-12: a scope of another resource server", { scope: "api:read" }, resource],
    ["tok-07: an allowed scope that is not defined", { scope: "api:write" }, api],
    ["a name of Object.prototype", { scope: "constructor" }, api],
    ["a malformed one", { scope: 'api:read "' }, api],
  ])("§4.4.2: a scope that is not available is invalid_scope: %s", async (_, fields, target) => {
    expect(await ask({ ...fields, resource: target })).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
    expect(await standing()).toEqual([]);
  });

  it.each([
    ["an unknown one", "https://unknown.example"],
    ["one at which the client has no scope", "https://closed.example"],
    ["another path", `${api}/x`],
    ["a NUL", `${api}\0`],
    ["a very long one", `${api}/${"x".repeat(5000)}`],
  ])("RFC 8707 §2: a resource that is not available is invalid_target: %s", async (_, target) => {
    expect(await ask({ resource: target })).toMatchObject({ status: 400, body: { error: "invalid_target" } });
  });

  it.each<[string, Fields, Record<string, string>, number, string]>([
    ["tok-05: a client without the grant", {}, basic("webClient"), 400, "unauthorized_client"],
    ["tok-06: a public client", { client_id: "publicClient" }, {}, 400, "unauthorized_client"],
    ["a wrong secret", {}, basic("serviceClient", "wrong"), 401, "invalid_client"],
    ["two resources", { resource: [api, resource] }, basic("serviceClient"), 400, "invalid_target"],
  ])("refuses %s", async (_, fields, headers, status, error) => {
    expect(await ask(fields, headers)).toMatchObject({ status, body: { error } });
  });

  it("tok-06: refuses a client that became public, regardless of its grant types", async () => {
    const changes = '{"id": "publicServiceClient", "token_endpoint_auth_method": "none", "secret_hash": null}';
    await service.rows(
      `INSERT INTO client SELECT (jsonb_populate_record(c, '${changes}')).* FROM client c WHERE id = 'serviceClient'`,
    );
    expect(await ask({ client_id: "publicServiceClient" }, {})).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
  });

  it("dcr-09: a self-registered client with this grant has no scope of an API", async () => {
    const client = await registered(service, {
      redirect_uris: undefined,
      grant_types: ["client_credentials"],
      scope: "openid api:read",
    });
    expect(client).toMatchObject({ grant_types: ["client_credentials"], response_types: [], redirect_uris: [] });
    expect(client).not.toHaveProperty("scope");

    const headers = basic(client.client_id, client.client_secret);
    expect((await ask({}, headers)).status).toBe(200);
    expect(await ask({ resource: api }, headers)).toMatchObject({ body: { error: "invalid_target" } });
  });
});

describe("architecture, §3: one standing row per client", () => {
  it("is inserted once under concurrency, and later tokens write nothing", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const roots = await Promise.all(
      answers.map(async ({ body }) => (await claimsOf(body.access_token)).authorization_id),
    );
    const [row] = await standing();
    expect(new Set(roots)).toEqual(new Set([row?.id]));
    expect(await standing()).toHaveLength(1);

    const asked = vi.spyOn(service.deps.standingAuthorizations, "findOrCreate");
    const before = await service.rows('SELECT xmin, ctid FROM "authorization"');
    await ask();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await service.rows('SELECT xmin, ctid FROM "authorization"')).toEqual(before);
    asked.mockRestore();
  });

  it("RFC 7662 §2.2: can be introspected by the client and its resource server, and by no one else", async () => {
    const token = (await ask({ resource: api, scope: "api:read" })).body.access_token;
    const seen = { active: true, client_id: "serviceClient", sub: "serviceClient", aud: api, scope: "api:read" };
    expect(await introspect(token)).toMatchObject(seen);
    expect(await introspect(token)).not.toHaveProperty("username");

    await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'webPostClient'", [resource]);
    const asPostClient = () =>
      post(service.origin, "/introspect", { token, client_id: "webPostClient", client_secret: clientSecret });
    expect((await asPostClient()).body).toEqual({ active: false });
    await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'webTwoUrisClient'", [api]);
    expect(await introspect(token, basic("webTwoUrisClient"))).toMatchObject(seen);
  });

  it("RFC 7009 §2: only the revoked token is invalid", async () => {
    const [one, other] = [(await ask()).body.access_token, (await ask()).body.access_token];
    await post(service.origin, "/revoke", { token: one }, basic("serviceClient"));
    expect(await introspect(one)).toEqual({ active: false });
    expect(await introspect(other)).toMatchObject({ active: true });
    expect((await ask()).status).toBe(200);
  });

  it("at-13: /userinfo refuses it", async () => {
    await ask();
    expect(await service.rows("SELECT FROM userinfo_v1 WHERE client_id = 'serviceClient'")).toEqual([]);
  });

  it("is not created for a client that is being disabled at the same time", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const asking = Array.from({ length: 5 }, () =>
        service.deps.standingAuthorizations.findOrCreate("serviceClient", service.clock.now),
      );
      await Promise.all([...asking, disable()]);
      expect(await standing()).toEqual([]);
      await enable();
    }
    service.deps.clients.forget("serviceClient");
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "tok-18: disabling the client, permanently",
      async () => {
        await disable();
        expect(await ask()).toMatchObject({ status: 401, body: { error: "invalid_client" } });
        expect(await standing()).toEqual([]);
        await enable();
        // The service may have read the client while it was disabled, and caches it for two seconds.
        service.deps.clients.forget("serviceClient");
      },
    ],
    [
      "tok-18: another secret",
      async () => {
        const [row] = await service.rows("SELECT secret_hash FROM client WHERE id = 'serviceClient'");
        const secret = {
          secretHash: row?.secret_hash as SecretHash,
          sealedSecret: undefined,
          secretKeyEncryptionKeyId: undefined,
        };
        await rotateClientSecret(
          service.database,
          { clientId: "serviceClient", secret },
          byOperatorAt(service.clock.now),
        );
      },
    ],
  ])("ends, with its tokens, by %s", async (_, ends) => {
    const token = (await ask()).body.access_token;
    expect(await introspect(token)).toMatchObject({ active: true });
    await ends();

    expect(await introspect(token)).toEqual({ active: false });
    const next = (await ask()).body.access_token;
    expect(await introspect(next)).toMatchObject({ active: true });
    expect(await introspect(token)).toEqual({ active: false });
  });
});
