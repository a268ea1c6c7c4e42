import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { localKeys } from "../keys/local-keys.ts";
import { claimedIssuer, verifyGrantAssertion } from "./assertion-grant.ts";

const issuer = "https://platform.example";
const audience = "https://auth.example";
const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keys = localKeys({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "ES256" }] });
const claims = { iss: issuer, sub: "one", aud: audience, exp: seconds + 300, iat: seconds, jti: "1" };

const sign = (changes: object = {}, header: object = {}, key = privateKey) =>
  new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: "ES256", kid: "k1", ...header }).sign(key);
const verify = async (token: Promise<string> | string, changes: object = {}) =>
  verifyGrantAssertion(await token, {
    ...{ keys, algs: ["ES256"], issuer, audience, maxLifetimeSeconds: 600, now },
    ...changes,
  });

describe("RFC 7523 §3: the JWT of another issuer as an authorization grant", () => {
  it("is read with all its claims, and its audience may be a list of one", async () => {
    expect(await verify(sign({ ref: "refs/heads/main" }))).toEqual({ ...claims, ref: "refs/heads/main" });
    expect((await verify(sign({ aud: [audience] }, { typ: "JWT" }))).aud).toEqual([audience]);
    expect(claimedIssuer(await sign())).toBe(issuer);
  });

  it.each<[string, object, string]>([
    ["another issuer", { iss: "https://other.example" }, "iss is not the trusted issuer"],
    ["no subject", { sub: undefined }, "sub is missing or malformed"],
    ["a subject that no database holds", { sub: "a\u0000" }, "sub is missing or malformed"],
    ["another audience", { aud: "https://other.example" }, "aud is not the audience"],
    ["a second audience", { aud: [audience, "https://other.example"] }, "aud must name this server and no other"],
    ["no audience", { aud: undefined }, "aud is missing or malformed"],
    ["an end that passed", { exp: seconds - 10, iat: seconds - 300 }, "exp is in the past"],
    ["no end", { exp: undefined }, "exp is missing or malformed"],
    ["a longer life", { exp: seconds + 601 }, "exp is later after iat than max_lifetime_seconds"],
    ["a beginning in the future", { nbf: seconds + 11 }, "nbf is in the future"],
    ["an issue in the future", { iat: seconds + 11 }, "iat is in the future"],
    ["no issue", { iat: undefined }, "iat is missing or malformed"],
    ["a time that is not a whole number", { iat: 1.5 }, "iat is missing or malformed"],
    ["no jti", { jti: undefined }, "jti is missing or malformed"],
    ["a longer jti", { jti: "x".repeat(256) }, "jti is missing or malformed"],
    ["the nonce of an ID token", { nonce: "n" }, "nonce is that of another kind of token"],
    ["the response type of a request object", { response_type: "code" }, "response_type is that of another kind"],
  ])("is refused with %s, and the claim is named", async (_, changes, detail) => {
    await expect(verify(sign(changes))).rejects.toMatchObject({ detail: expect.stringContaining(detail) });
  });

  it.each<[string, Parameters<typeof sign>[1], string]>([
    ["the type of an access token", { typ: "at+jwt" }, "typ is that of another kind of token"],
    ["the type of a logout token", { typ: "logout+jwt" }, "typ is that of another kind of token"],
    ["the type of a client's assertion", { typ: "client-authentication+jwt" }, "typ is that of another kind of token"],
    ["the type of an ID-JAG", { typ: "oauth-id-jag+jwt" }, "typ is that of another kind of token"],
    ["a critical header", { crit: ["exp"], exp: 1 }, "header is malformed: crit"],
    ["another kid", { kid: "k2" }, "no key of the trusted issuer has this kid and alg"],
  ])("is refused with %s", async (_, header, detail) => {
    const token = [{ alg: "ES256", kid: "k1", ...header }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    await expect(verify(`${token.join(".")}.AAAA`)).rejects.toMatchObject({ detail: expect.stringContaining(detail) });
  });

  it("is refused with a signature of another key, and with an algorithm that is not listed", async () => {
    const detail = "the signature does not verify with the trusted issuer's keys: compare them";
    await expect(verify(sign({}, {}, other.privateKey))).rejects.toMatchObject({ detail });
    const alg = "alg is not one of the trusted issuer's signing_algs";
    await expect(verify(sign(), { algs: ["RS256"] })).rejects.toMatchObject({ detail: alg });
  });

  it("jbgx-01: is refused if the public key is the secret of an HMAC, and with an address of keys", async () => {
    const secret = new TextEncoder().encode(publicKey.export({ type: "spki", format: "pem" }).toString());
    const hmac = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(secret);
    await expect(verify(hmac)).rejects.toMatchObject({ detail: expect.stringContaining("alg is not") });
    const elsewhere = sign(
      {},
      { jku: "https://evil.example/jwks", jwk: other.publicKey.export({ format: "jwk" }) },
      other.privateKey,
    );
    await expect(verify(elsewhere)).rejects.toMatchObject({ detail: expect.stringContaining("does not verify") });
  });

  it("is not read beyond its length", async () => {
    const long = await sign({ filler: "x".repeat(8192) });
    expect(() => claimedIssuer(long)).toThrow();
    expect(() => claimedIssuer("a.b")).toThrow();
  });
});
