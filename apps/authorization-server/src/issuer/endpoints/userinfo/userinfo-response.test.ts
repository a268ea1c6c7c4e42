import {
  compactDecrypt,
  createRemoteJWKSet,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import { initialAccessToken, metadata, registered, send } from "../../../../testing/clients/registration.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

const secret = "userinfo-response-secret-of-these-tests-0123";
const callback = "https://new.example/cb";
const { publicKey, privateKey } = await generateKeyPair("RSA-OAEP-256", { extractable: true });
const encryptionKey = { ...(await exportJWK(publicKey)), kid: "enc", use: "enc" } as JWK;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { USERINFO_RESPONSE_SECRET: secret } });
});
afterAll(() => service.close());
beforeEach(() => {
  service.clock.now = noon;
  browser = openBrowser(service.origin);
});

// biome-ignore lint/suspicious/noExplicitAny: what registration and the token endpoint answer
type Answered = any;
async function tokensOf(client: Answered, scope = "openid profile email"): Promise<Answered> {
  const code = await codeFor(browser, "webClient", { client_id: client.client_id, redirect_uri: callback, scope });
  const by = basic(client.client_id, client.client_secret);
  return (await redeem(service.origin, code, { redirect_uri: callback }, by)).body;
}
async function issued(wish: object, scope?: string) {
  const client = await registered(service, { userinfo_signed_response_alg: "RS256", ...wish });
  const { access_token: token, id_token: idToken } = await tokensOf(client, scope);
  return { client, token, idToken };
}

/** Sends the request of the resource server. */
async function ask(fields: Fields, authorization: string | undefined = `Bearer ${secret}`) {
  const response = await fetch(`${service.origin}/internal/userinfo-response`, {
    method: "POST",
    body: new URLSearchParams(fields as Record<string, string>),
    headers: authorization === undefined ? {} : { authorization },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const verified = async (jws: string) =>
  jwtVerify(jws, createRemoteJWKSet(new URL(`${service.origin}/jwks`)), { issuer, currentDate: noon });
const opened = async (jwe: string) => new TextDecoder().decode((await compactDecrypt(jwe, privateKey)).plaintext);

describe("OIDC Core §5.3.2: a UserInfo response as a JWT", () => {
  it.each(["RS256", "ES256", "EdDSA"])(
    "is signed with %s for this client, with the claims of the scopes",
    async (alg) => {
      const { client, token } = await issued({ userinfo_signed_response_alg: alg });
      const { status, headers, text } = await ask({ token });
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        "application/jwt",
        "no-store",
      ]);
      const { payload, protectedHeader } = await verified(text);
      expect(protectedHeader.alg).toBe(alg);
      expect(payload).toEqual({
        iss: issuer,
        aud: client.client_id,
        sub: service.alice,
        iat: noon.getTime() / 1000,
        exp: noon.getTime() / 1000 + 300,
        name: "alice example",
        email: "alice@example.org",
        email_verified: true,
        updated_at: expect.any(Number),
      });
    },
  );

  it.each(["PS256", "ES512", "Ed25519"])(
    "is also signed with %s, with a key that is created on demand",
    async (alg) => {
      const { token } = await issued({ userinfo_signed_response_alg: alg });
      service.pass(4); // all replicas know the key
      const { text } = await ask({ token });
      expect(decodeProtectedHeader(text).alg).toBe(alg);
      await expect(verified(text)).resolves.toMatchObject({ payload: { sub: service.alice } });
    },
  );

  it("is signed with the client secret if the client registered HMAC (§10.1)", async () => {
    const { client, token } = await issued({ userinfo_signed_response_alg: "HS256" });
    const { payload } = await jwtVerify((await ask({ token })).text, new TextEncoder().encode(client.client_secret), {
      issuer,
      audience: client.client_id,
      algorithms: ["HS256"],
      currentDate: noon,
    });
    expect(payload).toMatchObject({ sub: service.alice });
  });

  it("is signed and then encrypted if the client registered both", async () => {
    const { token } = await issued({
      userinfo_encrypted_response_alg: "RSA-OAEP-256",
      jwks: { keys: [encryptionKey] },
    });
    const { text } = await ask({ token });
    expect(decodeProtectedHeader(text)).toEqual({
      alg: "RSA-OAEP-256",
      enc: "A128CBC-HS256",
      kid: "enc",
      cty: "JWT",
    });
    expect((await verified(await opened(text))).payload).toMatchObject({ sub: service.alice });
  });

  it("is only encrypted if the client registered no signature", async () => {
    const { token } = await issued({
      userinfo_signed_response_alg: undefined,
      userinfo_encrypted_response_alg: "RSA-OAEP-256",
      userinfo_encrypted_response_enc: "A256GCM",
      jwks: { keys: [encryptionKey] },
    });
    const { text } = await ask({ token });
    expect(JSON.parse(await opened(text))).toMatchObject({ sub: service.alice, email: "alice@example.org" });
  });

  it("is narrowed by a scope parameter, and never widened (§4.8 rule 7)", async () => {
    const { token } = await issued({}, "openid email");
    expect((await verified((await ask({ token, scope: "openid" })).text)).payload).not.toHaveProperty("email");
    expect(await ask({ token, scope: "openid profile" })).toMatchObject({ status: 403 });
  });

  it("is not accepted as an ID token hint or as an access token (RFC 8725 §3.11)", async () => {
    const { client, token } = await issued({});
    const { text } = await ask({ token });
    const hinted = { client_id: client.client_id, redirect_uri: callback, prompt: "none", id_token_hint: text };
    const answer = await browser.get(`/authorization?${new URLSearchParams({ ...hinted, response_type: "code" })}`);
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
    expect(await ask({ token: text })).toMatchObject({ status: 401 });
  });
});

describe("architecture §5: the resource server gets no more than the token allows", () => {
  const refused = { status: 401, text: expect.stringContaining("invalid_token") };

  it("at-06: an ID token, a changed token and no token at all", async () => {
    const { token, idToken } = await issued({});
    expect(await ask({ token: idToken })).toMatchObject(refused);
    expect(await ask({ token: `${token.slice(0, -8)}AAAAAAAA` })).toMatchObject(refused);
    expect(await ask({})).toMatchObject({ status: 400 });
  });

  it("an expired access token", async () => {
    const { token } = await issued({});
    service.pass(310);
    expect(await ask({ token })).toMatchObject(refused);
  });

  it("at-15: a revoked access token, by itself or with its authorization", async () => {
    const { client, token } = await issued({});
    await post(service.origin, "/revoke", { token }, basic(client.client_id, client.client_secret));
    expect(await ask({ token })).toMatchObject(refused);

    const other = await issued({});
    await service.rows(`UPDATE "authorization" SET revoked_at = now() WHERE client_id = $1`, [other.client.client_id]);
    expect(await ask({ token: other.token })).toMatchObject(refused);
  });

  it("OIDC Core §5.3.3: an access token without openid", async () => {
    const { token } = await issued({}, "email");
    expect(await ask({ token })).toMatchObject({ status: 403, text: expect.stringContaining("insufficient_scope") });
  });

  it("an access token of a client that did not register a JWT response", async () => {
    const { access_token: token } = await tokensOf(await registered(service));
    expect(await ask({ token })).toMatchObject({ status: 400 });
  });

  it("a client that no longer has an encryption key", async () => {
    const { client, token } = await issued({
      userinfo_encrypted_response_alg: "RSA-OAEP-256",
      jwks: { keys: [encryptionKey] },
    });
    await service.rows("UPDATE client SET jwks = NULL WHERE id = $1", [client.client_id]);
    service.deps.clients.forget(client.client_id);
    expect(await ask({ token })).toMatchObject({ status: 400, text: expect.not.stringContaining("alice") });
  });
});

describe("architecture §5: the endpoint exists for the resource server only", () => {
  it.each([
    ["no credentials", undefined],
    ["another secret", `Bearer ${"x".repeat(secret.length)}`],
    ["a secret with the same beginning", `Bearer ${secret.slice(0, -1)}`],
    ["the secret with another scheme", `Basic ${secret}`],
    ["an empty secret", "Bearer "],
  ])("%s", async (_, authorization) => {
    const { token } = await issued({});
    const elsewhere = await fetch(`${service.origin}/internal/nothing`, { method: "POST" });
    const answer = await ask({ token }, authorization ?? "");
    const withoutReference = (text: string) => ({ ...JSON.parse(text), reference: undefined });
    expect(answer.status).toBe(404);
    expect(withoutReference(answer.text)).toEqual(withoutReference(await elsewhere.text()));
  });

  it("a GET", async () => {
    const response = await fetch(`${service.origin}/internal/userinfo-response`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(404);
  });

  it("the secret is not in the log", async () => {
    const { token } = await issued({});
    await ask({ token });
    await ask({ token: "x" });
    for (const hidden of [secret, token]) expect(service.log()).not.toContain(hidden);
  });
});

describe("if the secret is not configured, there is no signed response, and none is advertised", () => {
  let without: Service;
  beforeAll(async () => {
    without = await startService();
  });
  afterAll(() => without.close());
  const documentOf = async ({ origin }: Service) =>
    (await fetch(`${origin}/.well-known/openid-configuration`)).json() as Promise<Record<string, unknown>>;

  it("discovery advertises only what is supported", async () => {
    expect(await documentOf(service)).toMatchObject({
      userinfo_signing_alg_values_supported: expect.arrayContaining(["RS256", "ES256"]),
      userinfo_encryption_alg_values_supported: expect.arrayContaining(["RSA-OAEP", "ECDH-ES"]),
      userinfo_encryption_enc_values_supported: expect.arrayContaining(["A128CBC-HS256"]),
    });
    expect(Object.keys(await documentOf(without)).filter((name) => /^userinfo_(?!endpoint)/.test(name))).toEqual([]);
  });

  it.each([
    { userinfo_signed_response_alg: "RS256" },
    { userinfo_encrypted_response_alg: "RSA-OAEP-256", jwks: { keys: [encryptionKey] } },
  ])("registration refuses %j", async (wish) => {
    const token = await initialAccessToken(without);
    const answer = await send(without, { token, body: { ...metadata, ...wish } });
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_client_metadata" } });
  });

  it("the endpoint does not exist", async () => {
    const response = await fetch(`${without.origin}/internal/userinfo-response`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(response.status).toBe(404);
  });
});
