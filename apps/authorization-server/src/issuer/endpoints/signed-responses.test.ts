/** ID tokens and request objects with every algorithm, from registration on. */
import { createHash } from "node:crypto";
import { ID_TOKEN_SIGNING_ALGS, isHmacAlg } from "@countersign/rules";
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { metadata, pathOf, registered, send } from "../../../testing/clients/registration.ts";
import { codeFor, redeem } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

let service: Service;
// biome-ignore lint/suspicious/noExplicitAny: what registration answers
const clients = new Map<string, any>();
beforeAll(async () => {
  service = await startService();
  const all = ID_TOKEN_SIGNING_ALGS.map(async (alg) => {
    clients.set(alg, await registered(service, { id_token_signed_response_alg: alg }));
  });
  await Promise.all(all);
  service.pass(4); // all replicas know the new keys
}, 60_000);
afterAll(() => service.close());

const REDIRECT_URI = "https://new.example/cb";
// biome-ignore lint/suspicious/noExplicitAny: what registration answers
const basicOf = ({ client_id, client_secret }: any) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`,
});

// biome-ignore lint/suspicious/noExplicitAny: what registration answers
async function tokensOf(client: any) {
  const sent = { client_id: client.client_id, redirect_uri: REDIRECT_URI };
  const code = await codeFor(openBrowser(service.origin), "webClient", sent);
  return (await redeem(service.origin, code, { redirect_uri: REDIRECT_URI }, basicOf(client))).body;
}

const half = (value: string, hash: string) => {
  const digest = createHash(hash).update(value).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
};
const HASHES: Record<string, string> = { 256: "sha256", 384: "sha384", 512: "sha512" };
const hashOf = (alg: string) => (alg.startsWith("Ed") ? "sha512" : String(HASHES[alg.slice(2)]));

describe("OIDC Registration §2: id_token_signed_response_alg", () => {
  it("the key of each algorithm is published before the registration is answered", async () => {
    const published = (await (await fetch(`${service.origin}/jwks`)).json()) as JSONWebKeySet;
    const keys = published.keys.filter(({ use }) => use === "sig");
    const wanted = ID_TOKEN_SIGNING_ALGS.filter((alg) => !isHmacAlg(alg));
    expect(keys.map(({ alg }) => alg).sort()).toEqual([...wanted].sort());
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(wanted.length);
    expect(() => createLocalJWKSet({ keys })).not.toThrow();
  });

  it.each(ID_TOKEN_SIGNING_ALGS)(
    "%s: signed as registered, with at_hash by its hash, and accepted as a hint",
    async (alg) => {
      const client = clients.get(alg);
      const { id_token: idToken, access_token: accessToken } = await tokensOf(client);
      const options = { issuer, audience: client.client_id, algorithms: [alg], currentDate: service.clock.now };
      const { payload, protectedHeader } = isHmacAlg(alg)
        ? await jwtVerify(idToken, Buffer.from(client.client_secret), options)
        : await jwtVerify(idToken, createRemoteJWKSet(new URL(`${service.origin}/jwks`)), options);
      expect(payload.at_hash).toBe(half(accessToken, hashOf(alg)));
      expect(protectedHeader.kid === undefined).toBe(isHmacAlg(alg));

      const hint = await fetch(`${service.origin}/end_session?id_token_hint=${idToken}`, { redirect: "manual" });
      expect(hint.status).toBeLessThan(400);
      const forged = `${idToken.slice(0, -6)}AAAAAA`;
      const refused = await fetch(`${service.origin}/end_session?id_token_hint=${forged}`, { redirect: "manual" });
      expect(refused.status).toBe(400);
    },
  );

  it("RFC 8725 §2.1: no HMAC hint is accepted for a client of another algorithm, with any key", async () => {
    const client = clients.get("ES256");
    const { keys } = (await (await fetch(`${service.origin}/jwks`)).json()) as JSONWebKeySet;
    for (const secret of [client.client_secret, JSON.stringify(keys[0])]) {
      const about = { iss: issuer, sub: service.alice, aud: client.client_id, exp: 1, iat: 1, auth_time: 1 };
      const claims = { ...about, acr: "x", amr: ["pwd"] };
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(Buffer.from(secret));
      const answer = await fetch(`${service.origin}/end_session?id_token_hint=${forged}`, { redirect: "manual" });
      expect(answer.status).toBe(400);
    }
  });
});

describe("OIDC Core §6.1: request objects that are signed with the client secret", () => {
  it("are accepted from a client that registered this algorithm, and from no other", async () => {
    const client = await registered(service, { request_object_signing_alg: "HS256" });
    const signed = (secret: string, alg: string) =>
      new SignJWT({ iss: client.client_id, aud: issuer, scope: "openid", nonce: "inside" })
        .setProtectedHeader({ alg })
        .sign(Buffer.from(secret));
    const ask = async (request: string) => {
      const query = {
        client_id: client.client_id,
        redirect_uri: REDIRECT_URI,
        response_type: "code",
        scope: "openid",
        request,
      };
      const url = `${service.origin}/authorization?${new URLSearchParams(query)}`;
      return fetch(url, { redirect: "manual" });
    };
    expect((await ask(await signed(client.client_secret, "HS256"))).status).toBe(303);
    for (const [secret, alg] of [
      ["x".repeat(43), "HS256"],
      [client.client_secret, "HS512"],
    ]) {
      expect((await ask(await signed(String(secret), String(alg)))).status).toBe(400);
    }

    // RFC 7591 §3.2.1: it is also refused after the expiry of the secret.
    await service.rows("UPDATE client SET secret_expires_at = $2 WHERE id = $1", [client.client_id, service.clock.now]);
    service.deps.clients.forget(client.client_id);
    expect((await ask(await signed(client.client_secret, "HS256"))).status).toBe(400);
  });
});

describe("RFC 7592 §2.2: an update that requires a secret in plain text", () => {
  const HS256 = { id_token_signed_response_alg: "HS256" };
  const kept = async (id: string) =>
    (await service.rows("SELECT secret_hash, sealed_secret FROM client WHERE id = $1", [id]))[0];
  // biome-ignore lint/suspicious/noExplicitAny: what registration answers
  const update = async (client: any, changes: object) => {
    const body = { ...metadata, client_id: client.client_id, ...changes };
    const sent = { method: "PUT", path: pathOf(client), token: client.registration_access_token, body };
    return (await send(service, sent)).body;
  };

  it("keeps the secret that is sent, and generates one if none is sent", async () => {
    const client = await registered(service);
    const same = await update(client, { ...HS256, client_secret: client.client_secret });
    expect(same).toMatchObject(HS256);
    expect(same.client_secret).toBeUndefined();
    expect((await tokensOf(client)).id_token).toBeDefined();

    const other = await registered(service);
    const { client_secret } = await update(other, HS256);
    expect(client_secret).toMatch(/^[\w-]{43}$/);
    expect(client_secret).not.toBe(other.client_secret);
    expect((await tokensOf({ ...other, client_secret })).id_token).toBeDefined();
  });

  it("generates a longer secret if the algorithm needs it, and deletes a sealed one that is not needed", async () => {
    const client = await registered(service, HS256);
    const { client_secret } = await update(client, { id_token_signed_response_alg: "HS512" });
    expect(client_secret).toHaveLength(86);
    expect(await kept(client.client_id)).toMatchObject({ sealed_secret: expect.anything() });
    const plain = await update(client, { id_token_signed_response_alg: "ES256" });
    expect(plain.client_secret).toBe(client_secret); // It is returned again, because it was never used.
    expect(await kept(client.client_id)).toMatchObject({ secret_hash: expect.anything(), sealed_secret: null });
  });
});
