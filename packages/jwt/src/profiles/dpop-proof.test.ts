import { createHash } from "node:crypto";
import { DPOP_ALGS, type DpopExpectations, readProofHeader, verifyProof } from "@countersign/guard/parts";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { b64, refused } from "../forgery.ts";
import { verifyDpopProof } from "./dpop-proof.ts";

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const url = "https://auth.example/token";
const token = "an.access.token";
const ath = createHash("sha256").update(token).digest("base64url");

async function holder(alg: string, options: object = {}) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, ...options });
  return { privateKey, jwk: await exportJWK(publicKey), secretJwk: await exportJWK(privateKey) };
}
const own = await holder("ES256");
const other = await holder("ES256");

const good = { jti: "j-1", htm: "POST", htu: url, iat: seconds };
const sign = (claims: object = {}, header: object = {}, by = own) =>
  new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: by.jwk, ...header })
    .sign(by.privateKey);
// Both verify by the same rules: the services with the cryptography of the platform, the guard with Web Crypto.
describe.each([
  ["of the services", verifyDpopProof],
  ["of the guard", verifyProof],
])("the verifier %s", (_verifier, verifier) => {
  const verify = (proof: string, changes: Partial<DpopExpectations> = {}) =>
    verifier(proof, { method: "POST", url, now, ...changes });

  describe("RFC 9449 §4.3: a valid proof", () => {
    it("names its key by the thumbprint of RFC 7638, and says when it is accepted", async () => {
      await expect(verify(await sign())).resolves.toEqual({
        thumbprint: await calculateJwkThumbprint(own.jwk),
        jti: "j-1",
        time: { from: seconds - 60, until: seconds + 300 },
      });
    });

    it.each(DPOP_ALGS)("may be signed with %s (§5.1)", async (alg) => {
      const by = await holder(alg);
      await expect(verify(await sign({}, { alg }, by))).resolves.toMatchObject({ jti: "j-1" });
    });

    it.each<[string, object, object]>([
      ["typed application/dpop+jwt", {}, { typ: "application/DPoP+JWT" }],
      ["with a kid and other members of the key", {}, { jwk: { ...own.jwk, kid: "k", use: "sig" }, kid: "k" }],
      ["with exp, nbf and unknown claims", { exp: 1, nbf: seconds * 2, more: true }, {}],
      ["of the last five minutes", { iat: seconds - 300 }, {}],
      ["from a clock that is a minute fast", { iat: seconds + 60 }, {}],
      ["with the host in upper case", { htu: "HTTPS://AUTH.example/token" }, {}],
      ["with the default port", { htu: "https://auth.example:443/token" }, {}],
      ["with a query and a fragment", { htu: `${url}?a=b#c` }, {}],
      ["with dot segments", { htu: "https://auth.example/a/../token" }, {}],
      ["with encoded letters", { htu: "https://auth.example/t%6fken" }, {}],
    ])("is accepted: %s", async (_, claims, header) => {
      await expect(verify(await sign(claims, header))).resolves.toMatchObject({ jti: "j-1" });
    });

    it("is for the access token that comes with it (§4.3 item 12)", async () => {
      await expect(verify(await sign({ ath }), { accessToken: token })).resolves.toMatchObject({ jti: "j-1" });
    });
  });

  describe("RFC 9449 §4.3: a proof is refused", () => {
    const { x: _, ...withoutX } = own.jwk;
    it.each<[string, object, object]>([
      ["dpop-10: of another type", {}, { typ: "JWT" }],
      ["without a type", {}, { typ: undefined }],
      ["without a key", {}, { jwk: undefined }],
      ["with the key of another person's proof", {}, { jwk: other.jwk }],
      ["dpx-07: with its private key", {}, { jwk: own.secretJwk }],
      ["with a symmetric key", {}, { jwk: { kty: "oct", k: "x".repeat(43) } }],
      ["dpx-06: with half a key", {}, { jwk: withoutX }],
      ["dpx-06: with a point that is not on the curve", {}, { jwk: { ...own.jwk, y: own.jwk.x } }],
      ["with a key of another curve", {}, { jwk: { ...own.jwk, crv: "P-384" } }],
      ["with a very long key", {}, { jwk: { ...own.jwk, more: "x".repeat(5000) } }],
      ["with a critical extension", {}, { crit: ["b64"], b64: true }],
      ["B12: with b64, which is not critical (RFC 7797 §6)", {}, { b64: false }],
      ["without jti", { jti: undefined }, {}],
      ["with an empty jti", { jti: "" }, {}],
      ["with a very long jti", { jti: "x".repeat(513) }, {}],
      ["without htm", { htm: undefined }, {}],
      ["dpop-05: for another method", { htm: "GET" }, {}],
      ["with the method in lower case", { htm: "post" }, {}],
      ["without htu", { htu: undefined }, {}],
      ["dpop-05: for another path", { htu: `${url}/` }, {}],
      ["dpop-05: for another host", { htu: "https://api.example/token" }, {}],
      ["dpop-05: for http", { htu: "http://auth.example/token" }, {}],
      ["with a user in the URL", { htu: "https://auth.example@auth.example/token" }, {}],
      ["with a backslash in the URL", { htu: "https://auth.example\\token" }, {}],
      ["B12: with a URL whose slashes are missing", { htu: "https:auth.example/token" }, {}],
      ["B12: with a URL of one slash", { htu: "https:/auth.example/token" }, {}],
      ["B12: with a URL of three slashes", { htu: "https:///auth.example/token" }, {}],
      ["with something that is not a URL", { htu: "token" }, {}],
      ["without iat", { iat: undefined }, {}],
      ["dpop-08: that is too old", { iat: seconds - 301 }, {}],
      ["dpop-08: from the future", { iat: seconds + 61 }, {}],
      ["dpop-08: with a time below zero", { iat: -1 }, {}],
      ["dpop-08: with a time that is not a number", { iat: String(seconds) }, {}],
    ])("%s", async (_, claims, header) => {
      // SignJWT refuses some of these claims itself.
      const head = { alg: "ES256", typ: "dpop+jwt", jwk: own.jwk, ...header };
      const signed = await sign({}, {});
      const input = `${b64(head)}.${b64({ ...good, ...claims })}`;
      const key = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, own.privateKey, Buffer.from(input));
      expect(signed).not.toBe(input);
      await expect(verify(`${input}.${Buffer.from(key).toString("base64url")}`)).rejects.toEqual(refused);
    });

    it.each(["RS256", "none", "HS256", "ES384"])("§11.6: with the algorithm %s", async (alg) => {
      await expect(verify(`${b64({ alg, typ: "dpop+jwt", jwk: own.jwk })}.${b64(good)}.AA`)).rejects.toEqual(refused);
    });

    it("dpx-06: with a key for another algorithm", async () => {
      const rsa = await holder("PS256");
      const [, payload, signature] = (await sign()).split(".");
      const header = b64({ alg: "ES256", typ: "dpop+jwt", jwk: rsa.jwk });
      await expect(verify(`${header}.${payload}.${signature}`)).rejects.toEqual(refused);
    });

    it("dpx-06: with a modulus that is too short (RFC 7518 §3.5)", async () => {
      const { jwk } = await holder("PS256");
      const short = { ...jwk, n: Buffer.alloc(128, 0xff).toString("base64url") };
      await expect(verify(`${b64({ alg: "PS256", typ: "dpop+jwt", jwk: short })}.${b64(good)}.AA`)).rejects.toEqual(
        refused,
      );
    });

    it.each([
      ["whose exponent is 1, so that anyone can sign for it", { e: "AQ" }],
      ["whose exponent is even", { e: "AAAC" }],
      ["whose modulus is short behind zeros", { n: `AA${"v".repeat(340)}` }],
      ["whose modulus is so long that each check is slow", { n: "v".repeat(1367) }],
    ])("dpx-06: with an RSA key %s", async (_, changes) => {
      const { jwk } = await holder("PS256");
      const header = (changed: object) => ({ alg: "PS256", typ: "dpop+jwt", jwk: { ...jwk, ...changed } });
      expect(readProofHeader(header({}), 1000)).toMatchObject({ alg: "PS256", jwk: { kty: "RSA" } });
      expect(() => readProofHeader(header(changes), 1000)).toThrow("the token is invalid");
      await expect(verify(`${b64(header(changes))}.${b64(good)}.AA`)).rejects.toEqual(refused);
    });

    it.each([
      ["dpop-09: two proofs in one header", async () => `${await sign()}, ${await sign()}`],
      ["more than 4 KiB", async () => sign({ more: "x".repeat(3500) })],
      ["an empty text", async () => ""],
    ])("%s", async (_, proof) => {
      await expect(verify(await proof())).rejects.toEqual(refused);
    });

    it.each([
      ["dpop-07: for another access token", { ath: createHash("sha256").update("other").digest("base64url") }],
      ["dpop-02: without the hash of the access token", {}],
    ])("%s", async (_, claims) => {
      await expect(verify(await sign(claims), { accessToken: token })).rejects.toEqual(refused);
    });
  });

  describe("RFC 9449 §8: nonces", () => {
    const ofNonce = { from: seconds - 10, until: seconds + 290 };
    const timeOfNonce = (nonce: string | undefined) => {
      if (nonce === "stale") throw new Error("use another");
      return nonce === "fresh" ? ofNonce : undefined;
    };
    const withNonces = async (claims: object) => verify(await sign(claims), { timeOfNonce });

    it("with a valid nonce, the clock of the client may be wrong by a day", async () => {
      for (const iat of [seconds - 86_400, seconds + 86_400]) {
        await expect(withNonces({ nonce: "fresh", iat })).resolves.toMatchObject({ time: ofNonce });
      }
      await expect(withNonces({ nonce: "fresh", iat: seconds - 86_401 })).rejects.toEqual(refused);
    });

    it("a proof without a nonce has to be new", async () => {
      await expect(withNonces({ iat: seconds - 3600 })).rejects.toEqual(refused);
    });

    it("passes on the error for an invalid one", async () => {
      await expect(withNonces({ nonce: "stale" })).rejects.toThrow("use another");
    });

    it("where the server has no nonces, a nonce proves nothing", async () => {
      await expect(verify(await sign({ nonce: "fresh", iat: seconds - 3600 }))).rejects.toEqual(refused);
    });
  });
});
