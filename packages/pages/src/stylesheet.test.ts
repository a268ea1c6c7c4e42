import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHARED_ASSETS } from "./index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SHEETS = [join(SHARED_ASSETS, "style.css"), join(ROOT, "apps/admin-console/src/views/assets/console.css")];

/** A property, or a value, that names a side of the screen. */
const PHYSICAL = new RegExp(
  [
    /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin)-(?:left|right)[\w-]*|left|right|float)\s*:/,
    /border-(?:top|bottom)-(?:left|right)-radius/,
    /text-align:\s*(?:left|right)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

describe("th.4: stylesheets name sides by the direction of the text", () => {
  it.each(SHEETS)("%s", (file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines.filter((line) => PHYSICAL.test(line))).toEqual([]);
  });

  it.each(["  margin-left: 1rem;", "  left: 0;", "  text-align: right;", "  border-top-left-radius: 8px;"])(
    "%s would be noticed",
    (line) => {
      expect(PHYSICAL.test(line)).toBe(true);
    },
  );
});
