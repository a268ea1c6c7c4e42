import { describe, expect, it } from "vitest";
import { newUserCode, readUserCode, showUserCode, USER_CODES } from "./user-code.ts";

describe("RFC 8628 §6.1: the user code", () => {
  it("has nine letters of an alphabet of twenty without vowels, each equally likely", () => {
    const codes = Array.from({ length: 2000 }, newUserCode);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{9}$/);
    const counted = new Map([..."BCDFGHJKLMNPQRSTVWXZ"].map((letter) => [letter, 0]));
    for (const letter of codes.join("")) counted.set(letter, (counted.get(letter) ?? 0) + 1);
    // Of 18 000 letters each is expected 900 times; the standard deviation is 29.
    for (const times of counted.values()) expect(Math.abs(times - 900)).toBeLessThan(240);
    expect(USER_CODES).toBe(512_000_000_000);
  });

  it("is shown in three groups", () => {
    expect(showUserCode("BCDFGHJKL")).toBe("BCD-FGH-JKL");
  });

  it.each([
    ["as it is shown", "BCD-FGH-JKL"],
    ["in small letters", "bcd-fgh-jkl"],
    ["without hyphens", "bcdfghjkl"],
    ["with spaces", " bcd fgh jkl "],
    ["in full-width letters", "ＢＣＤ－ＦＧＨ－ＪＫＬ"],
  ])("dev-13: is read %s", (_, typed) => {
    expect(readUserCode(typed)).toBe("BCDFGHJKL");
  });

  it.each([
    ["a letter too few", "BCD-FGH-JK"],
    ["a letter too many", "BCD-FGH-JKLM"],
    ["a vowel", "ACD-FGH-JKL"],
    ["a Y", "BCD-FGH-JKY"],
    ["a digit", "BCD-FGH-JK1"],
    ["another sign between", "BCD'FGH'JKL"],
    ["a letter that only becomes one in capitals", "ßcd-fgh-jkl"],
    ["a letter that looks like one", "ВCD-FGH-JKL"],
    ["nothing", ""],
    ["a text that is too long", "B".repeat(33)],
  ])("dev-13: %s is no code", (_, typed) => {
    expect(readUserCode(typed)).toBeUndefined();
  });
});
