import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { clientJwks, usableJwks } from "./jwk.ts";

/** Certificates are decoded where they are parsed. */
let decoded: MockInstance<typeof Buffer.from>;
beforeEach(() => {
  decoded = vi.spyOn(Buffer, "from");
});
afterEach(() => void decoded.mockRestore());

const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
const certificate = (characters: number) => "A".repeat(characters);
const keys = (count: number, ...x5c: string[]) => ({ keys: Array.from({ length: count }, () => ({ ...jwk, x5c })) });
/** How many characters of certificates were decoded, and then parsed. */
const parsed = () =>
  (decoded.mock.calls as unknown as readonly [string, string][]).flatMap(([text, encoding]) =>
    encoding === "base64" ? [text.length] : [],
  );

describe("A4: certificates of a key set are bounded before they are parsed (RFC 7517 §4.7)", () => {
  it.each([
    ["one certificate of more than 16000 characters", keys(1, certificate(16_004))],
    ["more than five certificates", keys(1, ...Array.from({ length: 6 }, () => certificate(4)))],
    ["text that is not base64", keys(1, "A A")],
  ])("%s: none is parsed", (_, jwks) => {
    expect(clientJwks.safeParse(jwks).success).toBe(false);
    expect(parsed()).toEqual([]);
    expect(usableJwks(jwks).keys[0]).not.toHaveProperty("x5c");
    expect(parsed()).toEqual([]);
  });

  it.each([
    ["a modulus of more than 1400 characters", { kty: "RSA", n: "A".repeat(1401), e: "AQAB" }],
    ["an exponent of more than 6", { kty: "RSA", n: "A".repeat(342), e: "A".repeat(7) }],
    ["a coordinate of more than 90", { ...jwk, x: "A".repeat(91) }],
  ])("a key with %s is not imported", (_, key) => {
    const { error } = clientJwks.safeParse({ keys: [key] });
    // The check that imports it would say that it is not a supported key.
    expect(error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
    expect(usableJwks({ keys: [key] }).keys).toEqual([]);
  });

  it("at the bounds, the first of each key is parsed once", () => {
    const chain = Array.from({ length: 5 }, () => certificate(16_000));
    clientJwks.safeParse(keys(20, ...chain));
    expect(parsed()).toEqual(Array(20).fill(16_000));
    decoded.mockClear();
    usableJwks(keys(100, ...chain));
    expect(parsed()).toEqual(Array(100).fill(16_000));
  });

  it.each([
    ["registered", () => clientJwks.safeParse(keys(21, certificate(4))), 0],
    ["published", () => void expect(() => usableJwks(keys(101, certificate(4)))).toThrow(), 0],
  ])("of more keys than may be %s none is parsed", (_, read, count) => {
    read();
    expect(parsed()).toHaveLength(count);
  });
});
