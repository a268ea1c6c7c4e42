import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase32, toBase32 } from "./base32.ts";
import { matchingStep, newTotpSecret, otpauthUri, totpCode, totpStepAt, typedTotpCode } from "./totp.ts";

/** RFC 6238 Appendix B: the secret of the test vectors. */
const secret = toBase32(Buffer.from("12345678901234567890"));
const at = (seconds: number) => new Date(seconds * 1000);

describe("RFC 6238 Appendix B: the code at a time", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("after %s seconds it ends like %s", (seconds, eightDigits) => {
    expect(totpCode(secret, totpStepAt(at(seconds)))).toBe(eightDigits.slice(2));
  });
});

describe("RFC 6238 §5.2: one step before and after is accepted", () => {
  const noon = at(1_893_499_200);
  const now = totpStepAt(noon);

  it.each([
    [-2, undefined],
    [-1, now - 1],
    [0, now],
    [1, now + 1],
    [2, undefined],
  ])("otp-03: the code of step %s", (offset, step) => {
    expect(matchingStep(secret, totpCode(secret, now + offset), noon)).toBe(step);
  });

  it("the code of another secret is wrong", () => {
    expect(matchingStep(newTotpSecret(), totpCode(secret, now), noon)).toBeUndefined();
  });
});

describe("otp-08: a code is six digits", () => {
  it.each([
    ["123456", "123456"],
    [" 123 456 ", "123456"],
    ["012345", "012345"],
    ["+123456", undefined],
    ["-12345", undefined],
    ["12345", undefined],
    ["1234567", undefined],
    ["１２３４５６", "123456"],
    ["١٢٣٤٥٦", undefined],
    ["123\t456", undefined],
    ["123456\n", undefined],
    ["1e5000", undefined],
    ["", undefined],
    [`123456${" ".repeat(100)}`, undefined],
  ])("%j", (typed, code) => {
    expect(typedTotpCode(typed)).toBe(code);
  });
});

describe("RFC 4648 §6: base32", () => {
  it.each([
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foobar", "MZXW6YTBOI"],
  ])("of %s is %s", (text, base32) => {
    expect(toBase32(Buffer.from(text))).toBe(base32);
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(fromBase32(toBase32(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
    expect(() => fromBase32("a1")).toThrow(RangeError);
  });
});

describe("the content of the QR code for an app", () => {
  it("names issuer and account, encoded", () => {
    const uri = otpauthUri(secret, { issuer: "Example & Söhne", account: "a:b?c&secret=X@example" });
    const { protocol, host, pathname, searchParams } = new URL(uri);
    expect([protocol, host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(pathname)).toBe("/Example & Söhne:a:b?c&secret=X@example");
    expect(Object.fromEntries(searchParams)).toEqual({ secret, issuer: "Example & Söhne" });
  });

  it("a secret has 160 random bits", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
});
