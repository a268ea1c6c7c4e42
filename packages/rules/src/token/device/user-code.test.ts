import { describe, expect, it } from "vitest";
import { newUserCode, readUserCode, showUserCode, USER_CODES } from "./user-code.ts";

describe("RFC 8628 §6.1: the user code", () => {
  it("has ten letters of an alphabet of twenty without vowels, each equally likely", () => {
    const codes = Array.from({ length: 2000 }, newUserCode);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{10}$/);
    const counted = new Map([..."BCDFGHJKLMNPQRSTVWXZ"].map((letter) => [letter, 0]));
    for (const letter of codes.join("")) counted.set(letter, (counted.get(letter) ?? 0) + 1);
    // Of 20 000 letters each is expected 1000 times; the standard deviation is 31.
    for (const times of counted.values()) expect(Math.abs(times - 1000)).toBeLessThan(250);
    expect(USER_CODES).toBe(10_240_000_000_000);
  });

  it("is shown in two groups", () => {
    expect(showUserCode("BCDFGHJKLM")).toBe("BCDFG-HJKLM");
  });

  it.each([
    ["as it is shown", "BCDFG-HJKLM"],
    ["in small letters", "bcdfg-hjklm"],
    ["without the hyphen", "bcdfghjklm"],
    ["with spaces", " bcdfg hjklm "],
    ["in full-width letters", "ＢＣＤＦＧ－ＨＪＫＬＭ"],
  ])("dev-13: is read %s", (_, typed) => {
    expect(readUserCode(typed)).toBe("BCDFGHJKLM");
  });

  it.each([
    ["a letter too few", "BCDFG-HJKL"],
    ["a letter too many", "BCDFG-HJKLMN"],
    ["a vowel", "ACDFG-HJKLM"],
    ["a Y", "BCDFG-HJKLY"],
    ["a digit", "BCDFG-HJKL1"],
    ["another sign between", "BCDFG'HJKLM"],
    ["a letter that only becomes one in capitals", "ßcdfg-hjkl"],
    ["the same in full length", "ßcdfg-hjklm"],
    ["a letter that looks like one", "ВCDFG-HJKLM"],
    ["nothing", ""],
    ["a text that is too long", "B".repeat(33)],
  ])("dev-13: %s is not a code", (_, typed) => {
    expect(readUserCode(typed)).toBeUndefined();
  });
});
