import { describe, expect, it } from "vitest";
import { newRecoveryCodes, shownRecoveryCode, typedRecoveryCode } from "./recovery-code.ts";

const first = { number: 3, code: "ABCDEFGHIJKLMN27" };

describe("NIST SP 800-63B-4 §3.1.2: recovery codes", () => {
  it("a set has ten, numbered, of 80 random bits each", () => {
    const codes = newRecoveryCodes();
    expect(codes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { code } of codes) expect(code).toMatch(/^[A-Z2-7]{16}$/);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(10);
  });

  it("each is read as it is shown", () => {
    expect(shownRecoveryCode(first)).toBe("3-ABCD-EFGH-IJKL-MN27");
    for (const code of newRecoveryCodes()) expect(typedRecoveryCode(shownRecoveryCode(code))).toEqual(code);
  });

  it.each([
    ["3-abcd-efgh-ijkl-mn27", first],
    [" 3 ABCDEFGHIJKLMN27 ", first],
    ["３－ＡＢＣＤ－ＥＦＧＨ－ＩＪＫＬ－ＭＮ２７", first],
    ["10ABCDEFGHIJKLMN27", { ...first, number: 10 }],
    ["0-ABCD-EFGH-IJKL-MN27", undefined],
    ["11-ABCD-EFGH-IJKL-MN27", undefined],
    ["ABCD-EFGH-IJKL-MN27", undefined],
    ["3-ABCD-EFGH-IJKL-MN28", undefined],
    ["3-ABCD-EFGH-IJKL-MN2", undefined],
    ["", undefined],
    [`3${" ".repeat(1000)}ABCDEFGHIJKLMN27`, undefined],
  ])("otp-10: %j", (typed, code) => {
    expect(typedRecoveryCode(typed)).toEqual(code);
  });
});
