import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { b64, refused } from "../forgery.ts";
import {
  claimedSubject,
  MAX_ASSERTION_SECONDS,
  MAX_UNDATED_ASSERTION_SECONDS,
  verifyClientAssertion,
} from "./client-assertion.ts";

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const issuer = "https://auth.example";
const endpoint = "https://auth.example/token";
const algs = ["RS256", "PS256", "ES256", "ES384", "ES512", "EdDSA"];

async function keyPair(alg: string, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid } as JWK };
}
const [own, other] = [await keyPair("ES256", "own"), await keyPair("ES256", "own")];

const good = { iss: "J1", sub: "J1", aud: issuer, exp: seconds + 60, iat: seconds, jti: "j-1" };
const sign = (claims: object = good, header: object = {}, by = own.privateKey) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid: "own", ...header }).sign(by);

const verify = (token: string, changes: object = {}) =>
  verifyClientAssertion(token, {
    keys: createLocalJWKSet({ keys: [own.publicJwk] }),
    algs,
    clientId: "J1",
    audiences: [issuer, endpoint],
    listed: true,
    now,
    ...changes,
  });

describe("RFC 7523 §3: a valid assertion", () => {
  it.each([
    ["for the issuer", good, {}],
    ["for the address that was called", { ...good, aud: endpoint }, {}],
    ["for both", { ...good, aud: [issuer, endpoint] }, {}],
    ["with nbf", { ...good, nbf: seconds }, {}],
    ["without iat", { ...good, iat: undefined }, {}],
    ["from a clock that is 10 seconds fast", { ...good, iat: seconds + 10, nbf: seconds + 10 }, {}],
    ["just expired, seen by a slow clock", { ...good, exp: seconds - 9 }, {}],
    ["valid for an hour", { ...good, exp: seconds + MAX_ASSERTION_SECONDS }, {}],
    [
      "without iat, valid for ten minutes",
      { ...good, iat: undefined, exp: seconds + MAX_UNDATED_ASSERTION_SECONDS },
      {},
    ],
    ["typed JWT", good, { typ: "JWT" }],
    ["typed client-authentication+jwt", good, { typ: "application/client-authentication+jwt" }],
    ["without a kid", good, { kid: undefined }],
  ])("is accepted: %s", async (_, claims, header) => {
    await expect(verify(await sign(claims, header))).resolves.toMatchObject({ jti: "j-1", exp: claims.exp });
  });

  it.each(algs)("is accepted when signed by %s", async (alg) => {
    const { privateKey, publicJwk } = await keyPair(alg, "k");
    const token = await sign(good, { alg, kid: "k" }, privateKey);
    await expect(verify(token, { keys: createLocalJWKSet({ keys: [publicJwk] }) })).resolves.toMatchObject(good);
  });
});

describe("RFC 7523 §3: an assertion is refused", () => {
  it.each([
    ["cauth-13: with another sub", { ...good, sub: "webClient" }],
    ["cauth-13: with another iss", { ...good, iss: "webClient" }],
    ["RFC 9101 §10.8: that is a request object", { ...good, response_type: "code" }],
    ["RFC 9101 §10.8: that contains a request_uri", { ...good, redirect_uri: "https://rp.example/cb" }],
    ["cauth-14: without exp", { ...good, exp: undefined }],
    ["cauth-14: valid for ten years", { ...good, exp: seconds + 315_360_000 }],
    ["valid for a little more than an hour", { ...good, exp: seconds + MAX_ASSERTION_SECONDS + 11 }],
    ["without iat, valid for a little more than ten minutes", { ...good, iat: undefined, exp: seconds + 611 }],
    ["that is expired", { ...good, exp: seconds - 10 }],
    ["cauth-14: before its nbf", { ...good, nbf: seconds + 11 }],
    ["cauth-14: with iat in the future", { ...good, iat: seconds + 11 }],
    ["cauth-14: without jti", { ...good, jti: undefined }],
    ["with an empty jti", { ...good, jti: "" }],
    ["with a jti of 256 characters", { ...good, jti: "x".repeat(256) }],
    ["with a time that is text", { ...good, exp: String(seconds + 60) }],
    ["without aud", { ...good, aud: undefined }],
    ["for another server", { ...good, aud: "https://other.example" }],
    ["for us and another server", { ...good, aud: [issuer, "https://other.example"] }],
    ["with an empty audience", { ...good, aud: [] }],
    ["for an address with the same beginning as ours", { ...good, aud: `${issuer}/` }],
  ])("%s", async (_, claims) => {
    await expect(verify(await sign(claims))).rejects.toEqual(refused);
  });

  it("with a list for its audience, where only a string is allowed (architecture, client profiles)", async () => {
    const strict = { audiences: [issuer], listed: false };
    await expect(verify(await sign(), strict)).resolves.toMatchObject(good);
    await expect(verify(await sign({ ...good, aud: [issuer] }), strict)).rejects.toEqual(refused);
    await expect(verify(await sign({ ...good, aud: endpoint }), strict)).rejects.toEqual(refused);
  });

  it.each([["at+jwt"], ["dpop+jwt"], ["logout+jwt"], ["oauth-authz-req+jwt"]])(
    "typed %s (RFC 8725 §3.11)",
    async (typ) => {
      await expect(verify(await sign(good, { typ }))).rejects.toEqual(refused);
    },
  );

  it("cauth-15: with alg none", async () => {
    const [, payload] = (await sign()).split(".");
    for (const signature of ["", "AA"]) {
      await expect(verify(`${b64({ alg: "none" })}.${payload}.${signature}`)).rejects.toEqual(refused);
    }
  });

  it("cauth-15: with HS256 over the public key", async () => {
    const key = Buffer.from(JSON.stringify(own.publicJwk));
    const input = `${b64({ alg: "HS256", kid: "own" })}.${b64(good)}`;
    const token = `${input}.${createHmac("sha256", key).update(input).digest("base64url")}`;
    await expect(verify(token)).rejects.toEqual(refused);
    await expect(verify(token, { algs: [...algs, "HS256"] })).rejects.toEqual(refused);
  });

  it("cauth-15: with a key in its own header", async () => {
    const token = await sign(good, { jwk: other.publicJwk, kid: undefined }, other.privateKey);
    await expect(verify(token)).rejects.toEqual(refused);
  });

  it.each([
    ["by another key of the same kid", {}],
    ["by a key of an unknown kid", { kid: "other" }],
    ["without a kid, by another key", { kid: undefined }],
  ])("signed %s", async (_, header) => {
    await expect(verify(await sign(good, header, other.privateKey))).rejects.toEqual(refused);
  });

  it("by an algorithm that the client did not register", async () => {
    await expect(verify(await sign(), { algs: ["RS256"] })).rejects.toEqual(refused);
  });

  it("with an extension, known or not (RFC 7515 §4.1.11)", async () => {
    await expect(verify(await sign(good, { crit: ["b64"], b64: true }))).rejects.toEqual(refused);
  });

  it.each([
    ["of 1024 bits (RFC 7518 §3.3)", { modulusLength: 1024 }, false],
    ["of 4096 bits", { modulusLength: 4096 }, true],
    ["of 4104 bits, in another thread", { modulusLength: 4104 }, true],
    ["with a long exponent, in another thread", { modulusLength: 2048, publicExponent: 0x1_00_00_01 }, true],
  ])("unless it is strong enough: an RSA key %s", async (_, options, isAccepted) => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", options);
    const input = `${b64({ alg: "RS256" })}.${b64(good)}`;
    const token = `${input}.${signWith("sha256", Buffer.from(input), privateKey).toString("base64url")}`;
    const answer = verify(token, { keys: createLocalJWKSet({ keys: [publicKey.export({ format: "jwk" }) as JWK] }) });
    await (isAccepted ? expect(answer).resolves.toMatchObject(good) : expect(answer).rejects.toEqual(refused));
  });

  it.each(algs)("whose signature by %s was changed", async (alg) => {
    const { privateKey, publicJwk } = await keyPair(alg, "k");
    const [header, payload, signature = ""] = (await sign(good, { alg, kid: "k" }, privateKey)).split(".");
    const bytes = Buffer.from(signature, "base64url");
    bytes[bytes.length - 10] = (bytes.at(-10) ?? 0) ^ 1;
    const keys = createLocalJWKSet({ keys: [publicJwk] });
    for (const forged of [bytes.toString("base64url"), signature.slice(4), "", "AA"])
      await expect(verify(`${header}.${payload}.${forged}`, { keys })).rejects.toEqual(refused);
  });

  it("by a key that is for encryption, or for another algorithm", async () => {
    for (const member of [{ use: "enc" }, { key_ops: ["sign"] }, { alg: "ES384" }]) {
      const keys = createLocalJWKSet({ keys: [{ ...own.publicJwk, ...member }] });
      await expect(verify(await sign(), { keys })).rejects.toEqual(refused);
    }
  });

  it("with an unusable key, like one without any key", async () => {
    const keys = createLocalJWKSet({ keys: [{ ...own.publicJwk, x: "AAAA" }] });
    await expect(verify(await sign(), { keys })).rejects.toEqual(refused);
  });

  it.each(["", "x", "a.b.c", `${b64({})}.${b64([])}.AA`])("when it is not a JWT: %j", async (token) => {
    await expect(verify(token)).rejects.toEqual(refused);
    expect(() => claimedSubject(token)).toThrow(refused);
  });
});

describe("RFC 7523 §3: before the signature is verified", () => {
  it("an assertion names the client whose keys are looked up", async () => {
    expect(claimedSubject(await sign())).toBe("J1");
  });
});
