import { describe, expect, it } from "vitest";
import { LOOKS_ROWS } from "./looks-rows.ts";

describe("th.7, WCAG 2.2 §1.4.3: the colors of a client can be read on our pages", () => {
  it.each([
    ["accentLight", "#0b6b3a", true],
    ["accentLight", "#7fe0a8", false],
    ["accentDark", "#7fe0a8", true],
    ["accentDark", "#0b6b3a", false],
    ["accentLight", "#0B6B3A", false],
    ["accentLight", "green", false],
    ["accentLight", "#0b6b3a;}", false],
  ] as const)("%s %s: %s", (name, color, isAccepted) => {
    expect(LOOKS_ROWS[name].shape.safeParse(color).success).toBe(isAccepted);
  });
});
