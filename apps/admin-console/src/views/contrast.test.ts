import { describe, expect, it } from "vitest";
import { contrastOf, cutContrast } from "./contrast.ts";
import type { Field } from "./model.ts";

const color = (name: "accent" | "page", value: string | undefined): Field => ({
  ...{ name: `${name}_light`, label: name, type: "color", value },
  measured: { scheme: "light", name },
});
const levels = (accent: string | undefined, page: string | undefined) => {
  const fields = [color("accent", accent), color("page", page)];
  return fields.map((field) => {
    const found = contrastOf(field, fields);
    return found && [cutContrast(found.contrast), found.level, found.beside];
  });
};

describe("WCAG 2.2, success criterion 1.4.3: each color says how it is read where it is read worst", () => {
  it.each([
    ["colors of the product", undefined, undefined, [6.87, "aa", "page"], [7.69, "aaa", "soft"]],
    ["an accent that is enough", "#0b6b3a", undefined, [6.11, "aa", "page"], [7.69, "aaa", "soft"]],
    ["an accent that is not", "#8aa4ff", undefined, [2.19, "low", "page"], [7.69, "aaa", "soft"]],
    ["a page that the accent is not read upon", "#737373", "#eeeeee", [4.74, "aa", "card"], [4.08, "low", "accent"]],
  ])("%s", (_, accent, page, first, second) => {
    expect(levels(accent, page)).toEqual([first, second]);
  });

  it("a text that is not a color has no contrast, and does not change that of other fields", () => {
    expect(levels("red", undefined)).toEqual([undefined, [7.69, "aaa", "soft"]]);
  });

  it("nothing is rounded up to a limit", () => {
    expect(cutContrast(4.499)).toBe(4.49);
  });
});
