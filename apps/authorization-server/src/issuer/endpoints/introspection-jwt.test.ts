/** RFC 9701: introspection responses in JWTs. */
import { verifyAccessToken } from "@countersign/jwt";
import { compactDecrypt, createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import type { ClientName } from "../../../testing/clients/clients.ts";
import { tokensFor } from "../../../testing/clients/tokens.ts";
import { authorizationOf, basic } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource } from "../../../testing/world.ts";

const MEDIA_TYPE = "application/token-introspection+jwt";
const asksForJwt = { accept: MEDIA_TYPE };

let service: Service;
let tokens: Record<"access_token" | "refresh_token", string>;
beforeAll(async () => {
  service = await startService();
  // queryClient is the account of the resource server.
  await service.rows("UPDATE client SET resource_server = $1 WHERE id = 'queryClient'", [resource]);
  const browser = openBrowser(service.origin);
  tokens = await tokensFor(browser, service.origin, "offlineClient", "openid email offline_access");
});
afterAll(() => service.close());
beforeEach(() => change({ signed: null, encrypted: null, jwks: null }));

async function change({ signed, encrypted, jwks }: Record<"signed" | "encrypted" | "jwks", unknown>) {
  await service.rows(
    `UPDATE client SET introspection_signed_response_alg = $1, introspection_encrypted_response_alg = $2, jwks = $3
      WHERE id = 'queryClient'`,
    [signed, encrypted, jwks === null ? null : JSON.stringify(jwks)],
  );
  service.deps.clients.forget("queryClient");
}

async function ask(caller: ClientName, token = tokens.access_token, headers: Record<string, string> = asksForJwt) {
  const body = new URLSearchParams({ token });
  const sent = { method: "POST", body, headers: { ...basic(caller), ...headers } };
  const answer = await fetch(`${service.origin}/introspect`, sent);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

async function read(text: string, caller: ClientName, algorithms = ["RS256"]) {
  const keys = createLocalJWKSet((await (await fetch(`${service.origin}/jwks`)).json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(text, keys, { algorithms, currentDate: service.clock.now });
  expect(protectedHeader).toMatchObject({ typ: "token-introspection+jwt", kid: expect.any(String) });
  const { token_introspection, ...others } = payload;
  expect(others).toEqual({ iss: issuer, aud: caller, iat: service.clock.now.getTime() / 1000 });
  return token_introspection;
}

describe("RFC 9701 §4 and §5: a caller that asks for a JWT gets one", () => {
  it("with what the response in JSON contains, and neither sub nor exp of its own", async () => {
    const { status, type, text } = await ask("queryClient");
    expect([status, type]).toEqual([200, MEDIA_TYPE]);
    const plain = await ask("queryClient", tokens.access_token, {});
    expect(plain.type).toMatch(/^application\/json/);
    expect(await read(text, "queryClient")).toEqual(JSON.parse(plain.text));
    expect(JSON.parse(plain.text)).toMatchObject({ active: true, username: "alice", client_id: "offlineClient" });
  });

  it("for its own refresh token", async () => {
    const { text } = await ask("offlineClient", tokens.refresh_token);
    expect(await read(text, "offlineClient")).toMatchObject({ active: true, client_id: "offlineClient" });
  });

  it("ijrx-01: not active for this caller: nothing else is in it, in both formats", async () => {
    for (const token of [tokens.access_token, tokens.refresh_token, "x"]) {
      expect(await read((await ask("webClient", token)).text, "webClient")).toEqual({ active: false });
      expect(JSON.parse((await ask("webClient", token, {})).text)).toEqual({ active: false });
    }
  });

  it("without client authentication there is an error in JSON", async () => {
    const answer = await ask("queryClient", "x", { ...asksForJwt, authorization: "Basic eDp4" });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, "invalid_client"]);
  });
});

describe("RFC 9701 §6: signed and encrypted as the caller registered", () => {
  it.each(["ES256", "PS256"] as const)("by %s, without being asked", async (alg) => {
    await change({ signed: alg, encrypted: null, jwks: null });
    await service.deps.keys.ensure(alg);
    service.pass(4); // all replicas know the key
    const { type, text } = await ask("queryClient", tokens.access_token, { accept: "application/json" });
    expect(type).toBe(MEDIA_TYPE);
    expect(await read(text, "queryClient", [alg])).toMatchObject({ active: true });
    expect(await read((await ask("queryClient", "x", {})).text, "queryClient", [alg])).toEqual({ active: false });
  });

  it("encrypted around the signature", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ECDH-ES", { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "enc-1", use: "enc" }] };
    await change({ signed: "ES256", encrypted: "ECDH-ES", jwks });
    const { text } = await ask("queryClient", tokens.access_token, {});
    const { plaintext, protectedHeader } = await compactDecrypt(text, privateKey);
    expect(protectedHeader).toMatchObject({ alg: "ECDH-ES", enc: "A128CBC-HS256", cty: "JWT" });
    expect(await read(new TextDecoder().decode(plaintext), "queryClient", ["ES256"])).toMatchObject({ active: true });
  });

  it("never plain or only signed, if there is no key to encrypt to", async () => {
    await change({ signed: null, encrypted: "ECDH-ES", jwks: { keys: [] } });
    const { status, text } = await ask("queryClient", tokens.access_token, {});
    expect([status, JSON.parse(text).error]).toEqual([400, "invalid_request"]);
  });
});

describe("RFC 9701 §8.1: such a JWT is not a token", () => {
  it("neither an access token nor an ID token", async () => {
    await change({ signed: "ES256", encrypted: null, jwks: null });
    const { text } = await ask("queryClient");
    const expected = { keys: service.deps.keys.verificationKeys(), issuer, audience: resource, now: service.clock.now };
    await expect(verifyAccessToken(text, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
    expect(await read((await ask("queryClient", text)).text, "queryClient", ["ES256"])).toEqual({ active: false });

    const hinted = authorizationOf("webClient", { id_token_hint: text, prompt: "none" });
    const { location } = await openBrowser(service.origin).get(hinted);
    expect(location?.searchParams.get("error")).toBe("invalid_request");
  });
});
