import { inspect } from "node:util";
import { importJWK, type JWK, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { signJwt } from "../jws/sign.ts";
import { SIGNING_ALGS } from "./algs.ts";
import { generateSigningKey, importSigningKey, publicJwks } from "./signing-key.ts";

const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

describe("RFC 7518 §3: a signing key of each algorithm", () => {
  it.each(SIGNING_ALGS)("%s: is marked with alg, use and its kid", async (alg) => {
    const { kid, publicJwk, privateJwk } = await generateSigningKey(alg);
    expect(publicJwk).toMatchObject({ kid, alg, use: "sig" });
    expect(privateJwk).toMatchObject({ kid, alg, use: "sig" });
    expect(Object.keys(publicJwk).filter((name) => PRIVATE.includes(name))).toEqual([]);
  });

  it("jose-20: RSA keys have 2048 bits or more", async () => {
    const { publicJwk } = await generateSigningKey("RS256");
    expect(Buffer.from(publicJwk.n ?? "", "base64url").length * 8).toBeGreaterThanOrEqual(2048);
  });

  it("jose-21: a kid is the RFC 7638 thumbprint of its key, so none is ever recycled", async () => {
    const [one, other] = await Promise.all([generateSigningKey("ES256"), generateSigningKey("ES256")]);
    expect(one.kid).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(one.kid).not.toBe(other.kid);
  });
});

describe("importing a signing key", () => {
  it.each(SIGNING_ALGS)("%s: returns an object that signs, and whose private part cannot be exported", async (alg) => {
    const { privateJwk, ...made } = await generateSigningKey(alg);
    const key = await importSigningKey({ ...made, privateJwk });
    expect(Object.keys(key)).toEqual(["kid", "alg", "sign"]);
    expect(inspect(key, { depth: null, showHidden: true })).not.toContain(privateJwk.d);

    const { kid, publicJwk } = made;
    const token = await signJwt(key, "JWT", { sub: "somebody" });
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(publicJwk, alg));
    expect([payload, protectedHeader]).toEqual([{ sub: "somebody" }, { alg, kid, typ: "JWT" }]);
  });

  it("refuses a public key", async () => {
    const { kid, alg, publicJwk } = await generateSigningKey("ES256");
    await expect(importSigningKey({ kid, alg, privateJwk: publicJwk })).rejects.toThrow("is not a private key");
  });

  it("refuses a key of another algorithm", async () => {
    const { kid, privateJwk } = await generateSigningKey("ES256");
    await expect(importSigningKey({ kid, alg: "EdDSA", privateJwk })).rejects.toThrow();
  });
});

describe("RFC 7517 §9: the published set", () => {
  it("jose-20: has no private member, even if it is given private keys", async () => {
    const keys = await Promise.all(SIGNING_ALGS.map(generateSigningKey));
    const published = publicJwks(keys.map(({ kid, alg, privateJwk }) => ({ kid, alg, publicJwk: privateJwk })));

    expect(published.keys.flatMap((jwk) => Object.keys(jwk)).filter((name) => PRIVATE.includes(name))).toEqual([]);
    expect(published).toEqual({ keys: keys.map(({ publicJwk }) => publicJwk) });
  });

  it("jose-20: omits members that are not listed as public", async () => {
    const { kid, alg, publicJwk } = await generateSigningKey("ES256");
    const stranger = { ...publicJwk, seed: "secret" } as JWK;
    expect(publicJwks([{ kid, alg, publicJwk: stranger }]).keys[0]).not.toHaveProperty("seed");
  });

  it("jose-20: refuses a symmetric key", () => {
    const oct = { kid: "k", alg: "ES256", publicJwk: { kty: "oct", k: "c2VjcmV0" } } as const;
    expect(() => publicJwks([oct])).toThrow("signing key k has no public part");
  });
});
