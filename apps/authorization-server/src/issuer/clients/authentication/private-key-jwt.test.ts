import { createHmac } from "node:crypto";
import { ProtocolError } from "@countersign/rules";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import {
  asserting,
  assertionOf,
  type KeyPair,
  newKeyPair,
  pathOf,
  registered,
  send,
} from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic, codeFor, redeem, verifier } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

let service: Service;
let keys: Listener;
let published: readonly object[];
let fetches: number;
let key: KeyPair;
// biome-ignore lint/suspicious/noExplicitAny: what registration answers
let J1: any;

const serve = () => {
  fetches = 0;
  keys.answer((_req, res) => {
    fetches++;
    res.setHeader("content-type", "application/json").end(JSON.stringify({ keys: published }));
  });
};
beforeAll(async () => {
  keys = await startListener(() => {});
  const settings = { OUTBOUND_ALLOWED_HOSTS: `localhost:${keys.port}`, OUTBOUND_CA: testCa };
  service = await startService({ settings });
  service.pass(3600); // The store of used assertions is older than the assertions.
  serve();
  key = await newKeyPair("one");
  J1 = await registered(service, { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [key.publicJwk] } });
});
afterAll(async () => {
  await service.close();
  await keys.close();
});

const now = () => service.clock.now;
const claims = (changes: object = {}) => assertionOf(J1.client_id, now(), changes);
/** Sends a request that only an authenticated client can make. */
const revoke = (fields: Record<string, string>, headers = {}) =>
  post(service.origin, "/revoke", { token: "x", ...fields }, headers);
const proved = { status: 200 };
const refused = { status: 401, body: { error: "invalid_client", error_description: "client authentication failed" } };

/** Keys age by a monotonic clock. */
function wait(seconds: number): void {
  const elapsed = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => elapsed() + 1000 * seconds);
}
afterEach(() => vi.restoreAllMocks());

describe("OIDC Core §9: a client that signs", () => {
  it("works from registration to tokens", async () => {
    const browser = openBrowser(service.origin);
    const sent = { client_id: J1.client_id, redirect_uri: "https://new.example/cb" };
    const code = await codeFor(browser, "webClient", sent);
    const assertion = asserting(await key.sign(claims({ aud: `${issuer}/token` })));
    const tokens = await redeem(service.origin, code, { redirect_uri: sent.redirect_uri, ...assertion }, {});
    expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer", id_token: expect.any(String) } });

    const introspection = { token: tokens.body.access_token, ...asserting(await key.sign(claims())) };
    expect(await post(service.origin, "/introspect", introspection)).toMatchObject({ body: { active: true } });
  });

  it.each([
    ["the issuer", () => issuer],
    ["the token endpoint", () => `${issuer}/token`],
    ["the endpoint that it calls", () => `${issuer}/revoke`],
    ["a list of these", () => [issuer, `${issuer}/token`]],
  ])("may name us as audience by %s", async (_, aud) => {
    expect(await revoke(asserting(await key.sign(claims({ aud: aud() }))))).toMatchObject(proved);
  });

  it.each([
    ["the address of another endpoint", () => `${issuer}/introspect`],
    ["another server", () => "https://other.example"],
    ["us and another server", () => [issuer, "https://other.example"]],
  ])("may not name %s", async (_, aud) => {
    expect(await revoke(asserting(await key.sign(claims({ aud: aud() }))))).toMatchObject(refused);
  });

  it("architecture, client profiles: must name the issuer if the profile is strict", async () => {
    const changes = {
      profile: "oauth21",
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [key.publicJwk] },
    };
    const { client_id } = await registered(service, changes);
    const ask = async (aud: unknown) => revoke(asserting(await key.sign(assertionOf(client_id, now(), { aud }))));
    expect(await ask(issuer)).toMatchObject(proved);
    for (const aud of [[issuer], `${issuer}/token`, `${issuer}/revoke`]) expect(await ask(aud)).toMatchObject(refused);
  });

  it("must use its registered algorithm, if it registered one", async () => {
    const rsa = await newKeyPair("rsa", "PS256");
    const jwks = { keys: [rsa.publicJwk, key.publicJwk] };
    const changes = { token_endpoint_auth_method: "private_key_jwt", token_endpoint_auth_signing_alg: "PS256", jwks };
    const { client_id } = await registered(service, changes);
    expect(await revoke(asserting(await rsa.sign(assertionOf(client_id, now()))))).toMatchObject(proved);
    expect(await revoke(asserting(await key.sign(assertionOf(client_id, now()))))).toMatchObject(refused);
  });
});

describe("RFC 7523 §3: refused assertions", () => {
  it("cauth-10: an assertion that was used before, also under concurrency", async () => {
    const assertion = asserting(await key.sign(claims()));
    const answers = await Promise.all([revoke(assertion), revoke(assertion), revoke(assertion)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await revoke(assertion)).toMatchObject(refused);
  });

  it("one that was issued before the store of used assertions was emptied, and the log says so", async () => {
    const beforeTheStore = now().getTime() / 1000 - 3660;
    expect(await revoke(asserting(await key.sign(claims({ iat: beforeTheStore }))))).toMatchObject(refused);
    const detail = "the assertion may have been used before the short-lived store was emptied";
    expect(service.log()).toContain(`"detail":"${detail}"`);
  });

  it("a forged assertion does not use up the jti of a real one", async () => {
    const jti = "known-to-others";
    const forged = await (await newKeyPair("one")).sign(claims({ jti }));
    expect(await revoke(asserting(forged))).toMatchObject(refused);
    expect(await revoke(asserting(await key.sign(claims({ jti }))))).toMatchObject(proved);
  });

  it.each([
    ["cauth-13: iss J1, sub webClient", () => claims({ sub: "webClient" }), {}],
    ["cauth-13: iss webClient, sub J1", () => claims({ iss: "webClient" }), {}],
    ["cauth-13: client_id webClient beside it", () => claims(), { client_id: "webClient" }],
    ["cauth-14: without exp", () => claims({ exp: undefined }), {}],
    ["cauth-14: valid for ten years", () => claims({ exp: now().getTime() / 1000 + 315_360_000 }), {}],
    ["cauth-14: before its nbf", () => claims({ nbf: now().getTime() / 1000 + 300 }), {}],
    ["cauth-14: with iat in the future", () => claims({ iat: now().getTime() / 1000 + 300 }), {}],
    ["cauth-14: without jti", () => claims({ jti: undefined }), {}],
    ["cauth-18: without its type", () => claims(), { client_assertion_type: "" }],
    [
      "cauth-18: with the assertion type of SAML",
      () => claims(),
      { client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:saml2-bearer" },
    ],
    ["of an unknown client", () => assertionOf("nobody", now()), {}],
    ["of a client with a secret", () => assertionOf("webClient", now()), {}],
  ])("%s", async (_, made, fields) => {
    expect(await revoke({ ...asserting(await key.sign(made())), ...fields })).toMatchObject(refused);
  });

  it("cauth-15: an assertion with alg none, HS256 over the public key, or a key in its own header", async () => {
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const hs = `${b64({ alg: "HS256", kid: "one" })}.${b64(claims())}`;
    const mac = createHmac("sha256", JSON.stringify(key.publicJwk)).update(hs).digest("base64url");
    const stranger = await newKeyPair("stranger");
    for (const assertion of [
      `${b64({ alg: "none" })}.${b64(claims())}.`,
      `${hs}.${mac}`,
      await stranger.sign(claims(), { jwk: stranger.publicJwk, kid: undefined }),
      await stranger.sign(claims(), { jku: `https://localhost:${keys.port}/jwks` }),
    ]) {
      expect(await revoke(asserting(assertion))).toMatchObject(refused);
    }
    expect(fetches).toBe(0);
  });

  it("cauth-16: an assertion for one client with the key of another", async () => {
    const own = await newKeyPair("one");
    const other = await registered(service, {
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [own.publicJwk] },
    });
    expect(await revoke(asserting(await key.sign(assertionOf(other.client_id, now()))))).toMatchObject(refused);
    expect(await revoke(asserting(await own.sign(assertionOf(other.client_id, now()))))).toMatchObject(proved);
  });

  it("cauth-04, cauth-05: an assertion together with other credentials, or the other credentials only", async () => {
    const mixed = await revoke(asserting(await key.sign(claims())), basic("webClient"));
    expect(mixed).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(await revoke({ client_id: J1.client_id })).toMatchObject(refused);
    expect(await revoke({ client_id: J1.client_id, client_secret: "x" })).toMatchObject(refused);
  });

  it("only the log contains the reason", () => {
    expect(service.log()).toContain("assertion: the signature does not verify");
    expect(service.log()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  });
});

describe("OIDC Core §10.1.1: keys at a jwks_uri", () => {
  const uri = (path: string) => `https://localhost:${keys.port}${path}`;
  const clientAt = (path: string) =>
    registered(service, { token_endpoint_auth_method: "private_key_jwt", jwks_uri: uri(path) });
  const ask = async (by: KeyPair, client: { client_id: string }) =>
    revoke(asserting(await by.sign(assertionOf(client.client_id, now()))));

  it("are fetched when needed, and cached", async () => {
    serve();
    published = [key.publicJwk];
    const client = await clientAt("/kept");
    expect(fetches).toBe(0);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(key, client)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(fetches).toBe(1);
  });

  it("rotate: an unknown kid causes a new fetch, at a limited rate", async () => {
    serve();
    published = [key.publicJwk];
    const client = await clientAt("/rotated");
    expect(await ask(key, client)).toMatchObject(proved);

    const next = await newKeyPair("two");
    published = [next.publicJwk];
    wait(11);
    expect(await ask(next, client)).toMatchObject(proved);
    expect(await ask(key, client)).toMatchObject(refused);
    for (let tries = 0; tries < 5; tries++) await ask(await newKeyPair(`invented-${tries}`), client);
    expect(fetches).toBe(2);
  });

  it("are ignored if they are private or weak", async () => {
    serve();
    published = [{ ...key.publicJwk, d: "AAAA" }];
    expect(await ask(key, await clientAt("/private"))).toMatchObject(refused);
  });

  it.each([
    ["ssrf-14: HTML", "text/html", 200, "<p>secret"],
    ["ssrf-14: a failure", "application/json", 500, "secret"],
    ["ssrf-14: no JSON", "application/json", 200, "secret"],
    ["ssrf-14: no JWK Set", "application/json", 200, '"secret"'],
  ])("%s: one error, and nothing of the document", async (name, type, status, body) => {
    keys.answer((_req, res) => res.writeHead(status, { "content-type": type }).end(body));
    const answer = await ask(key, await clientAt(`/${encodeURIComponent(name)}`));
    expect(answer).toMatchObject(refused);
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  });

  it("are fetched from a new address at once", async () => {
    serve();
    published = [key.publicJwk];
    const client = await clientAt("/before");
    await ask(key, client);
    const next = await newKeyPair("two");
    const body = {
      client_id: client.client_id,
      redirect_uris: ["https://new.example/cb"],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [next.publicJwk] },
    };
    await send(service, { method: "PUT", path: pathOf(client), token: client.registration_access_token, body });
    expect(await ask(next, client)).toMatchObject(proved);
    expect(await ask(key, client)).toMatchObject(refused);
  });
});

describe("dos-23: exhausted fetch slots are not reported as a fault of the client", () => {
  const clientAt = (path: string) =>
    registered(service, {
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: `https://localhost:${keys.port}${path}`,
    });
  const ask = async (by: KeyPair, client: { client_id: string }) =>
    post(service.origin, "/token", {
      grant_type: "authorization_code",
      ...asserting(await by.sign(assertionOf(client.client_id, now()))),
    });
  const unproved = { status: 401, body: { error: "invalid_client" } };
  const admitted = { status: 400, body: { error: "invalid_request" } };
  const comeBack = { status: 503, body: { error: "temporarily_unavailable" } };

  it("the client is told to retry, and not that authentication failed", async () => {
    serve();
    published = [key.publicJwk];
    const [known, unknown] = [await clientAt("/known"), await clientAt("/unknown")];
    expect(await ask(key, known)).toMatchObject(admitted);
    const next = await newKeyPair("two");
    published = [next.publicJwk];
    wait(11);

    const full = new ProtocolError("temporarily_unavailable", "too many documents are being fetched");
    const fetching = vi.spyOn(service.deps.outbound, "get").mockRejectedValue(full);
    for (const answer of [await ask(key, unknown), await ask(next, known)]) {
      expect(answer).toMatchObject(comeBack);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(await ask(key, known)).toMatchObject(admitted); // The cached keys were used.
    fetching.mockRestore();

    expect(await ask(next, unknown)).toMatchObject(admitted);
    expect(await ask(next, known)).toMatchObject(admitted);
    expect(await ask(await newKeyPair("three"), known)).toMatchObject(unproved);
  });
});

describe("RFC 7636 is required in addition", () => {
  it("an assertion does not replace the verifier", async () => {
    const sent = { client_id: J1.client_id, redirect_uri: "https://new.example/cb" };
    const code = await codeFor(openBrowser(service.origin), "webClient", sent);
    const wrong = { redirect_uri: sent.redirect_uri, code_verifier: `${verifier}x` };
    const answer = await redeem(service.origin, code, { ...wrong, ...asserting(await key.sign(claims())) }, {});
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });
});
