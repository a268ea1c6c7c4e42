import { generateKeyPairSync, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  alicesToken,
  assertionOf,
  CORP,
  GITHUB_RULES,
  githubActions,
  grant,
  KUBERNETES_RULES,
  kubernetes,
  ORDERS,
  ofPeople,
  ofWorkloads,
  prepareTrust,
  publicJwk,
  STOCK,
  trust,
} from "../../../../testing/clients/assertions.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import type { NewTrustedIssuer } from "../../../administration/trusted-issuers/entity.ts";
import { startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await prepareTrust(service);
  service.pass(3600); // The store of used assertions is older than the assertions.
});
afterAll(() => service.close());
beforeEach(() => service.rows("DELETE FROM trusted_issuer"));

const sign = (...given: Parameters<typeof assertionOf> extends [unknown, ...infer Rest] ? Rest : never) =>
  assertionOf(service, ...given);
const both = { resources: [ORDERS, STOCK], scopes: ["orders:read", "orders:write", "stock:read"] };
const ofKubernetes = (changes: Partial<NewTrustedIssuer> = {}) =>
  ofWorkloads(kubernetes.iss, { workloads: KUBERNETES_RULES, ...changes });
const ofGithub = () => ofWorkloads(githubActions.iss, { workloads: GITHUB_RULES });
const refused = (error: string, description = "") => ({
  status: error === "invalid_client" ? 401 : 400,
  body: { error, error_description: expect.stringContaining(description) },
});
const NOTHING = "assertion: iss and sub give no access here";
const introspect = async (token: string, client = "agent") =>
  (await post(service.origin, "/introspect", { token }, basic(client))).body;

describe("RFC 7523 §2.1: the assertion of a trusted issuer gives access in the name of a person", () => {
  it("whose connection has its iss and sub, without a refresh token, and the event says so", async () => {
    const id = await trust(service, ofPeople());
    const { status, headers, body } = await grant(service, await sign(alicesToken), "agent");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    const scope = "orders:read orders:write";
    expect(body).toEqual({ access_token: expect.any(String), token_type: "Bearer", expires_in: 300, scope });
    const { iat = 0, jti, authorization_id, ...claims } = decodeJwt(body.access_token);
    const about = { iss: issuer, sub: service.alice, aud: ORDERS, client_id: "agent" };
    expect(claims).toEqual({ ...about, exp: iat + 300, scope });
    expect(await introspect(body.access_token)).toMatchObject({ active: true, sub: service.alice });
    const [event] = await service.rows("SELECT * FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({
      ...{ type: "assertion_accepted", actor: "client", actor_id: "agent", user_id: service.alice },
      detail: { authorizationId: authorization_id, trustedIssuer: id },
    });
  });

  it("is for the resource server and the scopes that are named, within all limits", async () => {
    await trust(service, ofPeople(both));
    const ask = async (fields: Record<string, string>) => grant(service, await sign(alicesToken), "agent", fields);
    const { body } = await ask({ resource: STOCK });
    expect(decodeJwt(body.access_token)).toMatchObject({ aud: STOCK, scope: "stock:read" });
    const byScope = await ask({ scope: "orders:read" });
    expect(decodeJwt(byScope.body.access_token)).toMatchObject({ aud: ORDERS, scope: "orders:read" });
    expect(await ask({})).toMatchObject(refused("invalid_target", "resource must name one"));
    expect(await ask({ resource: "https://other.example" })).toMatchObject(refused("invalid_target"));
    expect(await ask({ resource: STOCK, scope: "orders:read" })).toMatchObject(refused("invalid_scope"));
    const narrow = await trust(service, ofPeople({ name: "N", issuer: "https://n.example" }));
    expect(narrow).toBeDefined();
    await service.rows("UPDATE trusted_issuer SET scopes = '{orders:read}' WHERE issuer = $1", [CORP]);
    expect(await ask({ resource: ORDERS, scope: "orders:write" })).toMatchObject(refused("invalid_scope"));
    const [client] = await service.rows("SELECT scopes FROM client WHERE id = 'agent'");
    await service.rows("UPDATE client SET scopes = '{openid}' WHERE id = 'agent'");
    expect(await ask({ resource: ORDERS })).toMatchObject(refused("invalid_target"));
    await service.rows("UPDATE client SET scopes = $1 WHERE id = 'agent'", [client?.scopes]);
  });

  it("OIDC Core §8: a client with pairwise subjects sees its own", async () => {
    await trust(service, ofPeople({ clients: ["pairwiseAgent"] }));
    const { body } = await grant(service, await sign(alicesToken), "pairwiseAgent");
    const { sub } = decodeJwt(body.access_token);
    expect(await service.rows("SELECT user_id FROM pairwise_subject WHERE sub = $1", [sub])).toEqual([
      { user_id: service.alice },
    ]);
    expect(sub).not.toBe(service.alice);
    expect(await introspect(body.access_token, "pairwiseAgent")).toMatchObject({ active: true });
  });

  it("a scope by role is given only to people with the role", async () => {
    await trust(service, ofPeople());
    await service.rows("UPDATE resource_server SET role_scopes = '{orders:write}' WHERE identifier = $1", [ORDERS]);
    service.deps.resources.forget();
    const { body } = await grant(service, await sign(alicesToken), "agent");
    expect(body.scope).toBe("orders:read");
    await service.rows("UPDATE resource_server SET role_scopes = '{}' WHERE identifier = $1", [ORDERS]);
    service.deps.resources.forget();
  });

  it("jbg-r04: the client authenticates, and is among those of the issuer", async () => {
    await trust(service, ofPeople({ clients: ["agent", "publicAgent"] }));
    expect(await grant(service, await sign(alicesToken))).toMatchObject(refused("invalid_client"));
    const byPublic = await grant(service, await sign(alicesToken), undefined, { client_id: "publicAgent" });
    expect(byPublic).toMatchObject(refused("invalid_client"));
    const other = await grant(service, await sign(alicesToken), "quietAgent");
    expect(other).toMatchObject(refused("invalid_grant", "the trusted issuer is not for this client"));
    const service_ = await grant(service, await sign(alicesToken), "serviceClient");
    expect(service_).toMatchObject(refused("unauthorized_client"));
  });

  it("jbgx-03: garbage as client_assertion beside the right secret is no authentication", async () => {
    await trust(service, ofPeople());
    const fields = {
      client_assertion: "garbage",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    };
    expect((await grant(service, await sign(alicesToken), "agent", fields)).status).toBe(400);
    const alone = await grant(service, await sign(alicesToken), undefined, fields);
    expect(alone).toMatchObject(refused("invalid_client"));
  });

  it("jbg-r05: a client that asks people is refused, unless the organization decides", async () => {
    await trust(service, ofPeople({ clients: ["agent", "quietAgent"], withoutConsent: false }));
    const asking = await grant(service, await sign(alicesToken), "agent");
    expect(asking).toMatchObject(refused("invalid_grant", "people are asked for consent to this client"));
    expect((await grant(service, await sign(alicesToken), "quietAgent")).status).toBe(200);
  });

  it("jbgx-05: an unknown sub with the address of a person gives nothing, and connects nothing", async () => {
    await trust(service, ofPeople());
    const connections = await service.rows("SELECT id FROM federated_identity");
    const claims = { ...alicesToken, sub: "stranger", email: "alice@example.org", email_verified: true };
    expect(await grant(service, await sign(claims), "agent")).toMatchObject(refused("invalid_grant", NOTHING));
    expect(await service.rows("SELECT id FROM federated_identity")).toEqual(connections);
  });

  it("idjx-02: an ID token for us as a client is no assertion", async () => {
    await trust(service, ofPeople());
    const idToken = await sign({ ...alicesToken, aud: "us", nonce: undefined, auth_time: 1 });
    expect(await grant(service, idToken, "agent")).toMatchObject(refused("invalid_grant", "aud is not the audience"));
  });
});

describe("RFC 7523 §3.1: a program with an identity of its platform acts as a client", () => {
  it.each<[string, () => NewTrustedIssuer, object, string, string]>([
    ["a pod of Kubernetes", () => ofKubernetes(), kubernetes, "orders", "orders:read orders:write"],
    ["a job of GitHub Actions", ofGithub, githubActions, "deploy", "orders:write"],
  ])("%s gets a token without a secret", async (_, trusted, claims, clientId, scope) => {
    await trust(service, trusted());
    const header = claims === githubActions ? { typ: "JWT", x5t: "example-thumbprint" } : {};
    const { status, body } = await grant(service, await sign(claims, header));
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: "Bearer", expires_in: 300, scope },
    ]);
    const token = decodeJwt(body.access_token);
    expect(token).toMatchObject({ sub: clientId, client_id: clientId, aud: ORDERS, scope });
    expect(await introspect(body.access_token)).toMatchObject({ active: false });
    const { rows } = await service.database.pool.query(
      'SELECT user_id FROM "authorization" WHERE id = $1 AND revoked_at IS NULL',
      [token.authorization_id],
    );
    expect(rows).toEqual([{ user_id: null }]);
  });

  it("its client may authenticate, too, and then only its own rules count", async () => {
    await trust(service, ofKubernetes());
    expect((await grant(service, await sign(kubernetes), "orders")).status).toBe(200);
    const other = await grant(service, await sign(kubernetes), "agent");
    expect(other).toMatchObject(refused("invalid_grant", "its claims fit no workload rule"));
    const wrong = await grant(service, await sign(kubernetes), undefined, {}, basic("orders", "wrong"));
    expect(wrong).toMatchObject(refused("invalid_client"));
  });

  it.each<[string, object]>([
    ["another service account", { sub: "system:serviceaccount:shop:intruder" }],
    ["a service account that begins alike", { sub: "system:serviceaccount:shop:orders2" }],
  ])("%s fits no rule", async (_, changes) => {
    await trust(service, ofKubernetes());
    const answer = await grant(service, await sign({ ...kubernetes, ...changes }));
    expect(answer).toMatchObject(refused("invalid_grant", "its claims fit no workload rule"));
  });

  it.each<[string, object]>([
    ["a pull request", { ref: "refs/pull/7/merge" }],
    ["a fork", { repository: "mallory/shop" }],
    ["another environment", { environment: "staging" }],
    ["a job without an environment", { environment: undefined }],
  ])("%s fits no rule", async (_, changes) => {
    await trust(service, ofGithub());
    expect(await grant(service, await sign({ ...githubActions, ...changes }))).toMatchObject(refused("invalid_grant"));
  });

  it("is refused if its client is of profile fapi2, which always authenticates", async () => {
    await trust(service, ofKubernetes());
    await service.rows("UPDATE client SET profile = 'fapi2' WHERE id = 'orders'");
    expect(await grant(service, await sign(kubernetes))).toMatchObject(refused("invalid_client"));
    await service.rows("UPDATE client SET profile = 'oauth21' WHERE id = 'orders'");
  });
});

describe("RFC 7523 §3: what an assertion must be", () => {
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const at = () => Math.floor(service.clock.now.getTime() / 1000);

  it.each<[string, () => Promise<string>, string]>([
    ["jbg-r01: an issuer that is not trusted", () => sign({ ...kubernetes, iss: "https://other.example" }), NOTHING],
    ["jbg-r01: another audience", () => sign({ ...kubernetes, aud: ["https://other.example"] }), "aud is not"],
    [
      "jbg-r01: the token endpoint, where the issuer is expected",
      () => sign({ ...kubernetes, aud: `${issuer}/token` }),
      "aud is not",
    ],
    ["jbg-r01: two audiences", () => sign({ ...kubernetes, aud: [issuer, "https://other.example"] }), "aud must name"],
    ["jbg-r01: a longer life", () => sign({ ...kubernetes, exp: at() + 601 }), "exp is later after iat"],
    ["jbg-r02: the signature of another key", () => sign(kubernetes, {}, other), "the signature does not verify"],
    [
      "jbg-r02: an end that passed",
      () => sign({ ...kubernetes, iat: at() - 300, exp: at() - 10 }),
      "exp is in the past",
    ],
    ["jbg-r02: no jti", () => sign({ ...kubernetes, jti: undefined }), "jti is missing"],
    ["jbg-r02: the type of an access token", () => sign(kubernetes, { typ: "at+jwt" }), "typ is that of another kind"],
    [
      "idj-r07: the type of an ID-JAG",
      () => sign(kubernetes, { typ: "oauth-id-jag+jwt" }),
      "typ is that of another kind",
    ],
    ["tok-17: no signature", async () => "eyJhbGciOiJub25lIn0.e30.", "assertion: "],
    ["tok-17: no JWT", async () => "x", "assertion: "],
    ["the longest text of a request", async () => `${"x".repeat(7000)}.e30.x`, "assertion: "],
  ])("%s is invalid_grant, and the claim is named", async (_, assertion, description) => {
    await trust(service, ofKubernetes());
    expect(await grant(service, await assertion())).toMatchObject(refused("invalid_grant", description));
    expect(await grant(service, await assertion(), "orders")).toMatchObject(refused("invalid_grant", description));
  });

  it("jbgx-01: a HMAC by the public key, and an address of keys, are no signature", async () => {
    await trust(service, ofKubernetes());
    const secret = new TextEncoder().encode(JSON.stringify(publicJwk));
    const hmac = new SignJWT({ ...kubernetes, iat: at(), exp: at() + 60, jti: randomUUID() });
    const signed = await hmac.setProtectedHeader({ alg: "HS256", kid: publicJwk.kid }).sign(secret);
    expect(await grant(service, signed)).toMatchObject(refused("invalid_grant", "alg is not one of"));
    const elsewhere = await sign(kubernetes, { jku: "https://evil.example/jwks" }, other);
    expect(await grant(service, elsewhere)).toMatchObject(refused("invalid_grant", "the signature does not verify"));
  });

  it("without an assertion, the request is invalid", async () => {
    expect(await grant(service, "", "agent")).toMatchObject(refused("invalid_request", "assertion is missing"));
  });

  it("its audience may be the token endpoint, if the issuer is registered so", async () => {
    await trust(service, ofKubernetes({ audience: "token_endpoint" }));
    expect((await grant(service, await sign({ ...kubernetes, aud: `${issuer}/token` }))).status).toBe(200);
    expect(await grant(service, await sign(kubernetes))).toMatchObject(refused("invalid_grant", "aud is not"));
  });

  it("jbg-r02: gives one token, also if it is brought many times at once", async () => {
    await trust(service, ofKubernetes());
    const assertion = await sign(kubernetes);
    const answers = await Promise.all(Array.from({ length: 8 }, () => grant(service, assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await grant(service, assertion, "orders");
    expect(late).toMatchObject(refused("invalid_grant", "its jti was used before"));
    const same = await sign({ ...kubernetes, jti: String(decodeJwt(assertion).jti), run: "2" });
    expect(await grant(service, same)).toMatchObject(refused("invalid_grant", "its jti was used before"));
  });

  it("jbg-r02: the same jti of another issuer is another assertion", async () => {
    await trust(service, ofKubernetes());
    await trust(service, ofGithub());
    const jti = randomUUID();
    expect((await grant(service, await sign({ ...kubernetes, jti }))).status).toBe(200);
    expect((await grant(service, await sign({ ...githubActions, jti }))).status).toBe(200);
  });

  it("a request that is refused for another reason does not use it up", async () => {
    await trust(service, ofKubernetes());
    const assertion = await sign(kubernetes);
    expect((await grant(service, assertion, undefined, { scope: "stock:read" })).status).toBe(400);
    expect((await grant(service, assertion)).status).toBe(200);
  });
});

describe("RFC 9449 §5: a proof binds the token", () => {
  it("and a proof that is not valid uses nothing up", async () => {
    await trust(service, ofKubernetes());
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const proof = (iat: number) =>
      new SignJWT({ jti: randomUUID(), htm: "POST", htu: `${issuer}/token`, iat })
        .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
        .sign(privateKey);
    const at = Math.floor(service.clock.now.getTime() / 1000);
    const assertion = await sign(kubernetes);
    const old = await grant(service, assertion, undefined, {}, { dpop: await proof(at - 3600) });
    expect(old.status).toBe(400);
    const { body } = await grant(service, assertion, undefined, {}, { dpop: await proof(at) });
    expect(body.token_type).toBe("DPoP");
    expect(decodeJwt(body.access_token)).toMatchObject({ cnf: { jkt: await calculateJwkThumbprint(jwk) } });
  });

  it("RFC 9728 §2: without it, a resource server that needs one is refused, and nothing is used up", async () => {
    await trust(service, ofKubernetes());
    const bound = (is: boolean) =>
      service.rows("UPDATE resource_server SET dpop_bound_access_tokens_required = $1 WHERE identifier = $2", [
        is,
        ORDERS,
      ]);
    const assertion = await sign(kubernetes);
    await bound(true);
    service.deps.resources.forget();
    expect(await grant(service, assertion)).toMatchObject(refused("invalid_dpop_proof"));
    await bound(false);
    service.deps.resources.forget();
    expect((await grant(service, assertion)).status).toBe(200);
  });
});

describe("jbg-r01: the keys of an issuer are fetched as those of clients are", () => {
  it("once for many assertions, and an issuer without keys is named as one", async () => {
    let fetches = 0;
    const keys = await startListener((_req, res) => {
      fetches += 1;
      res.setHeader("content-type", "application/json").end(JSON.stringify({ keys: [publicJwk] }));
    });
    const settings = { OUTBOUND_ALLOWED_HOSTS: `localhost:${keys.port}`, OUTBOUND_CA: testCa };
    const fetching = await startService({ settings });
    await prepareTrust(fetching);
    fetching.pass(3600);
    const jwksUri = `https://localhost:${keys.port}/jwks`;
    await trust(fetching, ofKubernetes({ jwks: null, jwksUri }));
    await trust(
      fetching,
      ofWorkloads(githubActions.iss, { workloads: GITHUB_RULES, jwks: null, jwksUri: `${jwksUri}/none` }),
    );
    const ask = async (claims: object) => grant(fetching, await assertionOf(fetching, claims));
    expect([(await ask(kubernetes)).status, (await ask(kubernetes)).status, fetches]).toEqual([200, 200, 1]);
    keys.answer((_req, res) => res.writeHead(404).end());
    expect(await ask(githubActions)).toMatchObject(
      refused("invalid_grant", "the keys of the trusted issuer cannot be fetched"),
    );
    await fetching.close();
    await keys.close();
  });
});
