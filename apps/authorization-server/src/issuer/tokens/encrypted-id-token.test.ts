import {
  type CryptoKey,
  compactDecrypt,
  createRemoteJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { registered } from "../../../testing/clients/registration.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, noon } from "../../../testing/world.ts";
import { type Listener, startListener, testCa } from "../../platform/outbound/testing/listener.ts";

const callback = "https://new.example/cb";
const { rsa, ec } = { rsa: await pairOf("RSA-OAEP-256"), ec: await pairOf("ECDH-ES") };

async function pairOf(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(publicKey)), kid: `client ${alg}`, use: "enc" } as JWK, privateKey };
}

let service: Service;
let keys: Listener;
let published: readonly object[] | undefined;
let browser: Browser;
beforeAll(async () => {
  keys = await startListener((_req, res) => {
    if (published === undefined) res.writeHead(503).end();
    else res.setHeader("content-type", "application/json").end(JSON.stringify({ keys: published }));
  });
  service = await startService({
    settings: { OUTBOUND_ALLOWED_HOSTS: `localhost:${keys.port}`, OUTBOUND_CA: testCa },
  });
});
afterAll(async () => {
  await service.close();
  await keys.close();
});
beforeEach(() => {
  browser = openBrowser(service.origin);
  published = [rsa.jwk];
});

// biome-ignore lint/suspicious/noExplicitAny: what registration answers
type Registered = any;
let addresses = 0;
/** A client with encrypted ID tokens. By default its keys are at its own jwks_uri. */
const client = (changes: object = {}): Promise<Registered> => {
  addresses += 1;
  return registered(service, {
    id_token_encrypted_response_alg: "RSA-OAEP-256",
    jwks_uri: `https://localhost:${keys.port}/${addresses}`,
    ...changes,
  });
};
const asking = ({ client_id }: Registered, changes: Fields = {}) => ({ client_id, redirect_uri: callback, ...changes });
const credentials = ({ client_id, client_secret }: Registered) => basic(client_id, client_secret);
const exchange = async (of: Registered, code: string) =>
  redeem(service.origin, code, { redirect_uri: callback }, credentials(of));

/** Decrypts an ID token as a client does, and verifies the signed token inside. */
async function opened(token: string | null | undefined, by: CryptoKey = rsa.privateKey) {
  const { plaintext, protectedHeader } = await compactDecrypt(token ?? "", by);
  const jwks = createRemoteJWKSet(new URL(`${service.origin}/jwks`));
  const inside = await jwtVerify(new TextDecoder().decode(plaintext), jwks, { issuer, currentDate: noon });
  return { header: protectedHeader, claims: inside.payload };
}

describe("OIDC Core §2 and §10.2: an ID token is signed, then encrypted, as the client registered", () => {
  it.each([
    [{ id_token_encrypted_response_alg: "RSA-OAEP-256" }, rsa, "A128CBC-HS256"],
    [{ id_token_encrypted_response_alg: "ECDH-ES+A256KW", id_token_encrypted_response_enc: "A256GCM" }, ec, "A256GCM"],
  ])("%j by the code flow", async (wish, { jwk, privateKey }, enc) => {
    const own = await client({ ...wish, jwks_uri: undefined, jwks: { keys: [jwk] } });
    expect(own).toMatchObject({ ...wish, id_token_encrypted_response_enc: enc });

    const { body } = await exchange(own, await codeFor(browser, "webClient", asking(own)));
    const { header, claims } = await opened(body.id_token, privateKey);
    expect(header).toMatchObject({ alg: wish.id_token_encrypted_response_alg, enc, kid: jwk.kid, cty: "JWT" });
    expect(claims).toMatchObject({ aud: own.client_id, sub: service.alice, nonce: "n1", at_hash: expect.any(String) });
  });

  it("with a key at the client's jwks_uri, and again at refresh (§12.2)", async () => {
    const own = await client({ grant_types: ["authorization_code", "refresh_token"], scope: "openid offline_access" });
    const scope = "openid offline_access";
    const first = await exchange(own, await codeFor(browser, "webClient", asking(own, { scope, prompt: "consent" })));
    const fields = { grant_type: "refresh_token", refresh_token: first.body.refresh_token };
    const second = await post(service.origin, "/token", fields, credentials(own));
    expect((await opened(first.body.id_token)).claims.sub).toBe(service.alice);
    expect((await opened(second.body.id_token)).claims.sub).toBe(service.alice);
  });

  it("in the fragment of the implicit flow", async () => {
    const own = await client({ grant_types: ["implicit"], response_types: ["id_token"] });
    const answer = await browser.get(
      authorizationOf("webClient", asking(own, { response_type: "id_token", ...noCode })),
    );
    const { location } = await agree(browser, await signIn(browser, answer));
    const { claims } = await opened(fragmentOf(location).get("id_token"));
    expect(claims).toMatchObject({ aud: own.client_id, nonce: "n1" });
  });

  it("OIDC Core §3.1.2.1: the decrypted token can be used as a hint", async () => {
    const own = await client();
    const { body } = await exchange(own, await codeFor(browser, "webClient", asking(own)));
    const { plaintext } = await compactDecrypt(body.id_token, rsa.privateKey);
    const hinted = (id_token_hint: string) =>
      browser.get(authorizationOf("webClient", asking(own, { prompt: "none", id_token_hint })));
    expect((await hinted(new TextDecoder().decode(plaintext))).location?.searchParams.get("code")).toMatch(
      /^[\w-]{43}$/,
    );
    expect((await hinted(body.id_token)).location?.searchParams.get("error")).toBe("invalid_request");
  });
});

const noCode = { code_challenge: undefined, code_challenge_method: undefined };
const fragmentOf = (location: Answer["location"]) => new URLSearchParams(location?.hash.slice(1));

describe("OIDC Core §10.2: if the client has no suitable encryption key", () => {
  it.each([
    ["none that is suitable", [ec.jwk], 400, "invalid_request"],
    ["one for signing only", [{ ...rsa.jwk, use: "sig" }], 400, "invalid_request"],
    ["a set that cannot be fetched", undefined, 503, "temporarily_unavailable"],
  ])("%s: the code is not spent, and the client gets an error", async (_, set, status, error) => {
    const own = await client();
    const code = await codeFor(browser, "webClient", asking(own));
    published = set;
    expect(await exchange(own, code)).toMatchObject({ status, body: { error } });
    expect(service.log()).toContain(own.client_id);

    const rows = await service.rows(`SELECT redeemed_at, revoked_at FROM "authorization" WHERE client_id = $1`, [
      own.client_id,
    ]);
    expect(rows).toEqual([{ redeemed_at: null, revoked_at: null }]);
  });

  it("a refresh token is not spent either", async () => {
    const own = await client({ grant_types: ["authorization_code", "refresh_token"], scope: "openid offline_access" });
    await service.rows("UPDATE client SET id_token_encrypted_response_alg = NULL WHERE id = $1", [own.client_id]);
    const scope = "openid offline_access";
    const { body } = await exchange(
      own,
      await codeFor(browser, "webClient", asking(own, { scope, prompt: "consent" })),
    );
    await service.rows("UPDATE client SET id_token_encrypted_response_alg = 'ECDH-ES' WHERE id = $1", [own.client_id]);
    service.deps.clients.forget(own.client_id);

    const fields = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    expect(await post(service.origin, "/token", fields, credentials(own))).toMatchObject({ status: 400 });
    const kept = await service.rows(
      `SELECT r.spent_at FROM refresh_token r JOIN "authorization" a ON a.id = r.authorization_id
        WHERE a.client_id = $1`,
      [own.client_id],
    );
    expect(kept).toEqual([{ spent_at: null }]);
  });

  it("no person has to sign in for a response that cannot be encrypted", async () => {
    const own = await client({ grant_types: ["implicit"], response_types: ["id_token"] });
    published = [];
    const answer = await browser.get(
      authorizationOf("webClient", asking(own, { response_type: "id_token", ...noCode })),
    );
    // The client registered itself, so a page with a link is shown (RFC 9700 §4.11.2).
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.body).toContain('<code id="error-code">invalid_request</code>');
    expect(answer.body).toContain(`href="${callback}#error=invalid_request`);
  });
});
