import { describe, expect, it } from "vitest";
import { hashSecret, isSecret, newSecret } from "./secrets.ts";

describe("RFC 6749 §10.10: secrets cannot be guessed", () => {
  it("has 256 bits in base64url", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  });

  it("code-13, cred-08: gives 100 000 secrets without a duplicate or a common prefix", () => {
    const secrets = Array.from({ length: 100_000 }, newSecret);
    expect(new Set(secrets).size).toBe(secrets.length);
    // There are 24 bits in the first four characters: 100 000 secrets have nearly as many values there.
    expect(new Set(secrets.map((secret) => secret.slice(0, 4))).size).toBeGreaterThan(99_000);
    expect(new Set(secrets.map((secret) => secret[0])).size).toBe(64);
  });

  it("cred-08: draws every byte equally often at every position", () => {
    const counts = Array.from({ length: 32 }, () => new Array<number>(256).fill(0));
    for (let drawn = 0; drawn < 50_000; drawn++) {
      for (const [position, byte] of Buffer.from(newSecret(), "base64url").entries()) {
        const count = counts[position];
        if (count !== undefined) count[byte] = (count[byte] ?? 0) + 1;
      }
    }

    // Chi-square with 255 degrees of freedom has mean 255 and deviation 22.6. A value over 440 has a probability of
    // 10^-11.
    const expected = 50_000 / 256;
    for (const count of counts) {
      expect(count.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0)).toBeLessThan(440);
    }
  });
});

describe("RFC 6819 §5.1.4.1.3: only the hash of a secret is stored", () => {
  it("is SHA-256, as in the example of FIPS 180-4", () => {
    const hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(hashSecret("abc").toString("hex")).toBe(hash);
  });

  it("hashes characters beyond ASCII as UTF-8", () => {
    expect(hashSecret("ü")).toEqual(hashSecret(Buffer.from([0xc3, 0xbc]).toString("utf8")));
    expect(hashSecret("ü")).not.toEqual(hashSecret("u"));
  });
});

describe("RFC 6749 §2.3.1: comparing a client secret", () => {
  const secret = newSecret();
  const kept = hashSecret(secret);

  it("accepts the secret", () => {
    expect(isSecret(secret, kept)).toBe(true);
    expect(isSecret(secret, new Uint8Array(kept))).toBe(true);
  });

  it.each([
    ["another secret", newSecret()],
    ["nothing", ""],
    ["its first half", secret.slice(0, 21)],
    ["itself and more", `${secret}x`],
    ["something longer", "x".repeat(10_000)],
    ["characters of many bytes (cauth-21)", "ü€😀"],
    ["the stored hash", kept.toString("base64url")],
    ["the stored hash in hexadecimal", kept.toString("hex")],
  ])("refuses %s", (_, value) => {
    expect(isSecret(value, kept)).toBe(false);
  });

  it.each([
    ["empty", new Uint8Array()],
    ["shorter", kept.subarray(0, 31)],
    ["longer", Buffer.concat([kept, Buffer.alloc(1)])],
  ])("cauth-21: returns false, and does not throw, if the stored hash is %s", (_, expected) => {
    expect(isSecret(secret, expected)).toBe(false);
    expect(isSecret("", expected)).toBe(false);
  });
});
