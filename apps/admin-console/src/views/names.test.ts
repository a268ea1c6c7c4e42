import { describe, expect, it } from "vitest";
import { parts, shade } from "./names.ts";

describe("how a name is shown", () => {
  it("the same name has the same shade, of five", () => {
    const shades = ["Mila", "Emilia", "Jonas", "Camille", "Bob", "Ada", "Zoe", "Ravi"].map(shade);
    expect(shades).toEqual(["Mila", "Emilia", "Jonas", "Camille", "Bob", "Ada", "Zoe", "Ravi"].map(shade));
    expect(Math.max(...shades)).toBeLessThan(5);
    expect(new Set(shades).size).toBeGreaterThan(2);
  });
});

describe("22: what was looked for is marked", () => {
  it.each<[string, string | undefined, readonly string[]]>([
    ["Camille Dubois", "MIL", ["Ca", "[mil]", "le Dubois"]],
    ["Mila milan", "mil", ["[Mil]", "a ", "[mil]", "an"]],
    ["Bob", "mil", ["Bob"]],
    ["Bob", undefined, ["Bob"]],
    ["Bob", " ", ["Bob"]],
    ["<b>", "b", ["<", "[b]", ">"]],
    // In lower case this letter is two: places would be others.
    ["İnes Mil", "mil", ["İnes Mil"]],
  ])("%j, by %j", (text, sought, expected) => {
    expect(parts(text, sought).map((part) => (part.isSought ? `[${part.text}]` : part.text))).toEqual(expected);
  });
});
