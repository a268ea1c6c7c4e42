import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { STYLES } from "./places.ts";
import { sharedStyles } from "./stylesheet.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PARTS = readdirSync(STYLES).map((name) => join(STYLES, name));
const SHEETS = [
  ...PARTS,
  ...globSync("apps/*/src/**/assets/**/*.css", { cwd: ROOT })
    .filter((name) => statSync(join(ROOT, name)).isFile())
    .map((name) => join(ROOT, name)),
];

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

describe("the stylesheet of all pages", () => {
  const selectors = (css: string) => css.match(/^[.a-z:][^{}]*\{/gm) ?? [];

  it.each(PARTS)("has the rules of %s, without its comments", (file) => {
    const rules = selectors(readFileSync(file, "utf8"));
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(sharedStyles()).toContain(rule);
    expect(sharedStyles()).not.toContain("/*");
  });

  it("uses no value that it does not have", () => {
    const css = sharedStyles();
    const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
    const held = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    expect([...used].filter((name) => !held.has(name))).toEqual([]);
  });
});
