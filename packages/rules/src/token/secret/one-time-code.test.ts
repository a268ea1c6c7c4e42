import { describe, expect, it } from "vitest";
import { newCode, readCode } from "./one-time-code.ts";

describe("OWASP ASVS 6.5.4: a code of six digits", () => {
  it("always has six digits, and the first may be zero", () => {
    const codes = Array.from({ length: 2000 }, newCode);
    expect(codes.filter((code) => !/^[0-9]{6}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1900);
  });

  it.each([
    ["123456", "123456"],
    [" 123 456 ", "123456"],
    ["12345", undefined],
    ["1234567", undefined],
    ["+12345", undefined],
    ["１２３　４５６", "123456"],
    ["١٢٣٤٥٦", undefined],
    ["123456\n", undefined],
    ["", undefined],
    [" ".repeat(1000), undefined],
  ])("reads %j as %s", (typed, code) => expect(readCode(typed)).toBe(code));
});
