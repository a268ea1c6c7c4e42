import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ecJwk, ecPrivateJwk, edJwk, rsaJwk, weakRsaJwk } from "../../testing/jwks.ts";
import { clientJwks, usableJwks } from "./jwk.ts";

const taken = (...keys: unknown[]) => clientJwks.safeParse({ keys }).success;

describe("RFC 7517 §4: the keys that a client registers", () => {
  it.each([
    ["RSA", rsaJwk],
    ["P-256", ecJwk],
    ["Ed25519", edJwk],
    ["a key without a kid", { ...ecJwk, kid: undefined }],
    ["a key with its use and algorithm", { ...ecJwk, use: "sig", alg: "ES256", key_ops: ["verify"] }],
  ])("may be %s", (_, jwk) => {
    expect(taken(jwk)).toBe(true);
  });

  it("are kept with their known members only, and without addresses", () => {
    const parsed = clientJwks.parse({ keys: [{ ...ecJwk, x5u: "https://evil.example/", note: "x" }] });
    expect(parsed).toEqual({ keys: [ecJwk] });
  });

  it.each([
    ["dcr-12: a private key", ecPrivateJwk],
    ["dcr-12: a symmetric key", { kty: "oct", k: "AAAA" }],
    ["dcr-12: RSA of 1024 bits", weakRsaJwk],
    ["RSA of 16384 bits, which makes each verification very slow", { ...rsaJwk, n: "A".repeat(2731) }],
    ["a point that is not on its curve", { ...ecJwk, x: edJwk.x }],
    ["X25519 with a point of small order (RFC 7748 §6.1)", { kty: "OKP", crv: "X25519", x: "A".repeat(43) }],
    ["RSA with the exponent 1 (RFC 8017 §3.1)", { ...rsaJwk, e: "AQ" }],
    ["RSA with an even exponent", { ...rsaJwk, e: "Ag" }],
    ["RSA with an even modulus", { ...rsaJwk, n: `_${"A".repeat(341)}` }],
    ["an unknown curve", { ...ecJwk, crv: "P-999" }],
    ["an unknown kty", { ...ecJwk, kty: "AKP" }],
    ["a kid that no store can hold", { ...ecJwk, kid: "a\u0000b" }],
    ["B6: certificates that are none (RFC 7517 §4.7)", { ...ecJwk, x5c: ["-"] }],
    ["B6: no certificate in their list", { ...ecJwk, x5c: [] }],
    ["B6: one certificate, and no list", { ...ecJwk, x5c: "AAAA" }],
    ["no key at all", null],
  ])("are refused with %s", (_, jwk) => {
    expect(taken(jwk)).toBe(false);
    expect(taken(ecJwk, jwk)).toBe(false);
  });

  it("are 1 to 20", () => {
    expect(taken()).toBe(false);
    expect(taken(...Array.from({ length: 20 }, () => ecJwk))).toBe(true);
    expect(taken(...Array.from({ length: 21 }, () => ecJwk))).toBe(false);
  });
});

describe("RFC 7517 §5: keys found at a jwks_uri", () => {
  it("are the usable ones; the others are ignored", () => {
    const document = { keys: [weakRsaJwk, ecPrivateJwk, { kty: "AKP" }, 5, null, rsaJwk], other: 1 };
    expect(usableJwks(document)).toEqual({ keys: [rsaJwk] });
  });

  it.each([null, [], "x", {}, { keys: {} }, { keys: Array.from({ length: 101 }, () => ecJwk) }])(
    "are not read from a document that is not a JWK Set: %#",
    (document) => expect(() => usableJwks(document)).toThrow(),
  );

  it("cause no other failure, regardless of the contents of the set", () => {
    const member = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }));
    const jwk = fc.dictionary(fc.constantFrom("kty", "crv", "x", "y", "n", "e", "kid", "alg", "__proto__"), member);
    fc.assert(fc.property(fc.array(jwk), (keys) => usableJwks({ keys }).keys.length <= 20));
  });
});
