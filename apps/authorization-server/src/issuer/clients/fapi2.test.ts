/** What a client of the profile fapi2 must do in its requests: FAPI 2.0 Security Profile §5.3.2. */
import { createHash } from "node:crypto";
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fields, openBrowser } from "../../../testing/browser.ts";
import { postToPar, visitOf } from "../../../testing/clients/pushing.ts";
import {
  asserting,
  assertionOf,
  type KeyPair,
  newKeyPair,
  pathOf,
  registered,
  send,
} from "../../../testing/clients/registration.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { agree, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

const verifier = "v".repeat(43);
const request = {
  response_type: "code",
  redirect_uri: "https://bank.example/cb",
  scope: "openid email offline_access",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
  prompt: "consent",
};

let service: Service;
let key: KeyPair;
let proofKey: KeyPair;
let clientId: string;
let programId: string;
let management: { path: string; token: string };
beforeAll(async () => {
  service = await startService();
  [key, proofKey] = [await newKeyPair("bank"), await newKeyPair("proof")];
  const client = await registered(service, {
    profile: "fapi2",
    redirect_uris: [request.redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: request.scope,
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  clientId = client.client_id;
  const program = await registered(service, {
    profile: "fapi2",
    redirect_uris: undefined,
    grant_types: ["client_credentials"],
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  programId = program.client_id;
  service.pass(600); // the memory of proofs is older than every proof, and all replicas know the key of PS256
  management = { path: pathOf(client), token: client.registration_access_token };
});
afterAll(() => service.close());

const seconds = () => Math.floor(service.clock.now.getTime() / 1000);
const credentials = async (changes: object = {}) =>
  asserting(await key.sign(assertionOf(clientId, service.clock.now, changes)));
const proofOf = (path: string) =>
  proofKey.sign(
    { jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}${path}`, iat: seconds() },
    { typ: "dpop+jwt", jwk: { ...proofKey.publicJwk, kid: undefined }, kid: undefined },
  );

const push = async (changes: Fields = {}, shown?: Fields) =>
  postToPar(service.origin, { ...request, ...(shown ?? (await credentials())), ...changes }, {});
const atToken = async (fields: Fields, dpop: string | undefined) =>
  post(service.origin, "/token", { ...fields, ...(await credentials()) }, dpop === undefined ? {} : { dpop });

async function newCode(changes: Fields = {}): Promise<string> {
  const { body } = await push(changes);
  const browser = openBrowser(service.origin);
  const page = await signIn(browser, await browser.get(visitOf(clientId, body.request_uri)));
  const { location } = await agree(browser, page);
  expect(location?.searchParams.get("iss")).toBe(issuer);
  return location?.searchParams.get("code") ?? "";
}
const redeem = async (code: string, dpop?: string) =>
  atToken(
    { grant_type: "authorization_code", code, redirect_uri: request.redirect_uri, code_verifier: verifier },
    dpop ?? (await proofOf("/token")),
  );
const refresh = async (token: string) =>
  atToken({ grant_type: "refresh_token", refresh_token: token }, await proofOf("/token"));

describe("FAPI 2.0 Security Profile §5.3.2: a client of profile fapi2, from the push to the refresh", () => {
  it("gets tokens that are bound to its key, and an ID token with PS256", async () => {
    const { status, body } = await redeem(await newCode());
    const { kid: _, ...jwk } = proofKey.publicJwk;
    expect([status, body.token_type, decodeJwt(body.access_token).cnf]).toEqual([
      200,
      "DPoP",
      { jkt: await calculateJwkThumbprint(jwk) },
    ]);
    expect(decodeProtectedHeader(body.id_token).alg).toBe("PS256");
  });

  it("§5.3.2.1 item 9: keeps its refresh token, which works again and is not sent again", async () => {
    const { body } = await redeem(await newCode());
    for (const _ of ["first", "second"]) {
      const answer = await refresh(body.refresh_token);
      expect([answer.status, answer.body.token_type, "refresh_token" in answer.body]).toEqual([200, "DPoP", false]);
    }
    service.pass(60);
    const answers = await Promise.all([1, 2, 3].map(() => refresh(body.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("each use of a refresh token that was kept restarts its lifetime, and a revocation ends it", async () => {
    const { body } = await redeem(await newCode());
    const idle = 7 * 86_400; // the default of REFRESH_TOKEN_IDLE_SECONDS
    service.pass(idle - 60);
    expect((await refresh(body.refresh_token)).status).toBe(200);
    service.pass(idle - 60);
    expect((await refresh(body.refresh_token)).status).toBe(200);
    await post(service.origin, "/revoke", { token: body.refresh_token, ...(await credentials()) });
    expect((await refresh(body.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("§5.3.2.1 item 11: its code is good for 60 seconds", async () => {
    const code = await newCode();
    service.pass(61);
    expect((await redeem(code)).body.error).toBe("invalid_grant");
  });

  it.each([64, 512])("§5.3.2.2 item 14: a nonce of %i characters comes back whole", async (length) => {
    const nonce = "n".repeat(length);
    const { body } = await redeem(await newCode({ nonce }));
    expect(decodeJwt(body.id_token).nonce).toBe(nonce);
  });
});

describe("what such a client may not leave out", () => {
  it("§5.3.2.1 item 4: a proof at the token endpoint; the code stays good", async () => {
    const code = await newCode();
    const fields = { grant_type: "authorization_code", code, redirect_uri: request.redirect_uri };
    const { status, body } = await atToken({ ...fields, code_verifier: verifier }, undefined);
    expect([status, body.error]).toEqual([400, "invalid_dpop_proof"]);
    expect((await redeem(code)).status).toBe(200);
  });

  it("§5.3.2.1 item 5: a proof at a refresh; the refresh token stays good", async () => {
    const { body: first } = await redeem(await newCode());
    const fields = { grant_type: "refresh_token", refresh_token: first.refresh_token };
    const { status, body } = await atToken(fields, undefined);
    expect([status, body.error]).toEqual([400, "invalid_dpop_proof"]);
    expect((await refresh(first.refresh_token)).status).toBe(200);
  });

  it("§5.3.2.1 item 5: a proof of a program that acts for itself", async () => {
    const ask = async (headers: Record<string, string>) => {
      const shown = asserting(await key.sign(assertionOf(programId, service.clock.now)));
      return post(service.origin, "/token", { grant_type: "client_credentials", ...shown }, headers);
    };
    expect(await ask({})).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
    const { status, body } = await ask({ dpop: await proofOf("/token") });
    expect([status, body.token_type]).toEqual([200, "DPoP"]);
  });

  it.each<[string, Fields, string]>([
    ["PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["the method S256", { code_challenge_method: "plain" }, "invalid_request"],
    ["the redirect URI", { redirect_uri: undefined }, "invalid_request"],
    ["the response type code", { response_type: "code id_token" }, "unauthorized_client"],
  ])("%s of a pushed request", async (_, changes, error) => {
    const { status, body } = await push(changes);
    expect([status, body.error]).toEqual([400, error]);
  });

  it.each<[string, object]>([
    ["the issuer in a list", { aud: [issuer] }],
    ["the token endpoint", { aud: `${issuer}/token` }],
    ["the endpoint for pushed requests", { aud: `${issuer}/par` }],
    ["no subject", { sub: undefined }],
  ])("§5.3.2.1 item 8: an assertion with %s is refused", async (_, changes) => {
    const { status, body } = await push({}, await credentials(changes));
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });

  it.each([
    [8, 201],
    [70, 401],
  ])("§5.3.2.1 item 13: an assertion that is valid from %i seconds on gives %i", async (ahead, status) => {
    const from = service.clock.now.getTime() / 1000 + ahead;
    const shown = await credentials({ nbf: from, iat: from, exp: from + 60 });
    expect((await push({}, shown)).status).toBe(status);
  });

  it("§5.4.1: an assertion with another algorithm than PS256, ES256 or EdDSA is refused", async () => {
    const rsa = await newKeyPair("rsa", "RS256");
    const jwks = JSON.stringify({ keys: [key.publicJwk, rsa.publicJwk] });
    await service.rows("UPDATE client SET jwks = $1 WHERE id = $2", [jwks, clientId]);
    service.pass(600);
    const shown = asserting(await rsa.sign(assertionOf(clientId, service.clock.now), { alg: "RS256" }));
    expect((await push({}, shown)).body.error).toBe("invalid_client");
    expect((await push()).status).toBe(201);
  });
});

describe("fapx-02: a request of such a client that was not pushed", () => {
  it("is refused; the error of a client that registered itself is shown to the person", async () => {
    const query = new URLSearchParams({ ...request, client_id: clientId, state: "s" });
    const { status, body, location } = await openBrowser(service.origin).get(`/authorization?${query}`);
    expect([status, location]).toEqual([400, undefined]);
    expect(body).toContain('<code id="error-code">invalid_request</code>');
  });

  it("a request_uri of the client is refused, and nothing is fetched", async () => {
    const query = new URLSearchParams({ client_id: clientId, request_uri: "https://bank.example/request.jwt" });
    const answer = await openBrowser(service.origin).get(`/authorization?${query}`);
    expect(answer.status).toBe(400);
    expect(service.log()).not.toContain("bank.example/request.jwt cannot be fetched");
  });
});

it.each<[string, object]>([
  ["a weaker profile", { profile: "oauth21" }],
  ["a secret", { token_endpoint_auth_method: "client_secret_basic" }],
  ["RS256", { id_token_signed_response_alg: "RS256" }],
])("fapx-01: an update of the registration to %s is refused, and nothing changes", async (_, changes) => {
  const now = (await send(service, { ...management, method: "GET" })).body;
  const { registration_access_token: _token, registration_client_uri: _uri, client_id_issued_at: _at, ...sent } = now;
  const answer = await send(service, { ...management, method: "PUT", body: { ...sent, ...changes } });
  expect([answer.status, answer.body.error]).toEqual([400, "invalid_client_metadata"]);
  expect((await send(service, { ...management, method: "GET" })).body).toMatchObject({ profile: "fapi2" });
});
