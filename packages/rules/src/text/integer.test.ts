import { describe, expect, it } from "vitest";
import { decimalOf } from "./integer.ts";

describe("A23: a number is written in decimal digits", () => {
  it.each([
    ["0", 0],
    ["007", 7],
    ["-3", -3],
    ["999999999999999", 999_999_999_999_999],
  ])("%s", (text, number) => expect(decimalOf(text)).toBe(number));

  it.each(["", " 1", "1 ", "0x10", "1e2", "1.0", "+1", "--1", "1_000", "Infinity", "٣", "9".repeat(16)])(
    "%j is not a number",
    (text) => expect(decimalOf(text)).toBeNaN(),
  );
});
