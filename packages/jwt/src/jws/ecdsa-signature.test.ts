import { generateKeyPairSync, sign, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromJws, toJws } from "./ecdsa-signature.ts";

const CURVES = [
  { alg: "ES256", namedCurve: "P-256", digest: "sha256", bytes: 32, signatures: 300 },
  { alg: "ES384", namedCurve: "P-384", digest: "sha384", bytes: 48, signatures: 300 },
  { alg: "ES512", namedCurve: "P-521", digest: "sha512", bytes: 66, signatures: 30 },
] as const;

describe.each(CURVES)("RFC 7518 §3.4: $alg", ({ alg, namedCurve, digest, bytes, signatures }) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });

  // One signature in 128 has a number with a leading zero, and three in four of ES512, whose first byte has one bit.
  // There are enough here to meet some.
  it("has the same JOSE form as the platform's own ieee-p1363 output", () => {
    for (let message = 0; message < signatures; message += 1) {
      const data = Buffer.from(String(message));
      const der = sign(digest, data, privateKey);
      const written = toJws(der, alg);
      expect(written).toHaveLength(2 * bytes);
      expect(verify(digest, data, { key: publicKey, dsaEncoding: "ieee-p1363" }, written)).toBe(true);
      expect(fromJws(written, alg)).toEqual(der);
    }
  });

  it("is read from any two numbers and written the same again", () => {
    const number = fc
      .tuple(fc.nat(bytes), fc.uint8Array({ minLength: bytes, maxLength: bytes }))
      .map(([zeros, random]) => Buffer.from(random).fill(0, 0, zeros));
    fc.assert(
      fc.property(number, number, (r, s) => {
        const signature = Buffer.concat([r, s]);
        expect(toJws(fromJws(signature, alg) ?? Buffer.alloc(0), alg)).toEqual(signature);
      }),
    );
  });

  it("of two zeros is a signature of nothing", () => {
    const zeros = fromJws(Buffer.alloc(2 * bytes), alg) ?? Buffer.alloc(0);
    expect(verify(digest, Buffer.from("data"), publicKey, zeros)).toBe(false);
  });

  it.each([0, bytes, 2 * bytes - 1, 2 * bytes + 1, 200])("is refused with %i bytes", (length) => {
    expect(fromJws(Buffer.alloc(length, 1), alg)).toBeUndefined();
  });
});

it.each(["RS256", "PS384", "EdDSA", "Ed25519"] as const)("leaves a signature of %s as it is", (alg) => {
  const signature = Buffer.from("signature");
  expect(toJws(signature, alg)).toBe(signature);
  expect(fromJws(signature, alg)).toBe(signature);
});
