import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Color, contrast } from "./color.ts";
import { mergedSettings, readLooks } from "./looks.ts";
import { contrasts, PALETTE, SCHEMES, strongAccent } from "./palette.ts";

const wrongIn = (values: Record<string, unknown>) => {
  const read = readLooks(values);
  return "wrong" in read ? read.wrong.map(({ key }) => key) : [];
};

describe("WCAG 2.2, success criterion 1.4.3: contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#767676", "#ffffff", 4.54],
  ])("of %s and %s is %d", (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });

  it.each(SCHEMES)("our own colors have at least 4.5, also under the pointer: %s", (scheme) => {
    expect(wrongIn({})).toEqual([]);
    const { accent, onAccent } = PALETTE[scheme];
    const strong = strongAccent(scheme, accent);
    expect(contrast(strong, onAccent)).toBeGreaterThan(contrast(accent, onAccent));
  });

  it.each([
    ["a light accent on a white card", { accent_light: "#8aa4ff" }, "accent_light"],
    ["an accent of 4.48", { accent_light: "#777777" }, "accent_light"],
    ["a dark accent in dark mode", { accent_dark: "#2449c4" }, "accent_dark"],
    ["a dark page behind dark text", { page_light: "#333333" }, "page_light"],
    ["a white page in dark mode", { page_dark: "#ffffff" }, "page_dark"],
    ["a page that the accent is not read upon", { accent_light: "#737373", page_light: "#eeeeee" }, "page_light"],
  ])("th.1: %s is refused", (_, values, key) => {
    expect(wrongIn(values)).toContain(key);
  });

  it("says the pair that is read worst, and what it has", () => {
    const read = readLooks({ accent_light: "#8aa4ff" });
    expect("wrong" in read && read.wrong.map(({ reason }) => reason)[0]).toMatch(
      /^has a contrast of 2\.3\d with the card/,
    );
  });

  it("each color is measured beside what it meets, also where it is read well", () => {
    const found = contrasts("light", { accent: "#0b6b3a" as Color });
    expect(found.map(({ name, beside, contrast: of }) => [name, beside, of.toFixed(1)])).toEqual([
      ["accent", "card", "6.6"],
      ["accent", "label", "6.6"],
      ["accent", "page", "6.1"],
      ["page", "text", "16.9"],
      ["page", "soft", "7.7"],
    ]);
    const beside = contrasts("dark", { page: "#000000" as Color }).filter(({ name }) => name === "page");
    expect(beside.map((pair) => pair.beside)).toEqual(["accent", "text", "soft"]);
  });

  it("th.1: colors that are read well are accepted", () => {
    const values = { accent_light: "#0b6b3a", accent_dark: "#7fe0a8", page_light: "#ffffff", page_dark: "#000000" };
    expect(readLooks(values)).toEqual({ looks: values });
  });
});

describe("th.1: the palette is that of the stylesheet", () => {
  const css = readFileSync(new URL("../../../pages/styles/tokens.css", import.meta.url), "utf8");
  const [, light = "", dark = ""] = css.split(":root {");
  const variables = (text: string) =>
    Object.fromEntries([...text.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => [name, long(value)]));
  const long = (color = "") =>
    color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join("")}` : color;

  it.each([
    ["light", light],
    ["dark", dark],
  ] as const)("%s", (scheme, text) => {
    const { card, soft, accent, page, text: ink } = PALETTE[scheme];
    expect(variables(text)).toMatchObject({ card, soft, page, text: ink, "accent-text": accent });
  });

  it.each([
    ["light", { ...variables(light) }],
    ["dark", { ...variables(light), ...variables(dark) }],
  ])("labels of our own buttons are read, also under the pointer: %s", (_, colors) => {
    for (const name of ["accent", "accent-strong", "bad-solid", "bad-strong"])
      expect(contrast(colors[name] ?? "", colors["on-accent"] ?? ""), name).toBeGreaterThanOrEqual(4.5);
  });
});

describe("th.1: a setting is a value and never code", () => {
  it.each([
    ["a color that closes the rule", { accent_light: "#2f5bea}body{display:none" }],
    ["a color by name", { accent_light: "red" }],
    ["a color that is a URL", { accent_light: "url(https://evil.example)" }],
    ["a color in capitals", { accent_light: "#2F5BEA" }],
    ["a corner that is text", { corner: "8px;color:red" }],
    ["a corner of 25 pixels", { corner: 25 }],
    ["a layout that is a class", { layout: "split popup" }],
    ["a font by name", { font: "Comic Sans MS" }],
    ["a link with a NUL", { privacy_url: "https://example.org/\0" }],
    ["a link with half of a surrogate pair", { privacy_url: "https://example.org/\ud800" }],
    ["a name with half of a surrogate pair", { service_name: "a\udfff" }],
    ["a text with a NUL", { footer_text: { en: "a\0b" } }],
    ["a link by http", { privacy_url: "http://example.org/" }],
    ["a link that is script", { terms_url: "javascript:alert(1)" }],
    ["a link that is data", { support_url: "data:text/html,x" }],
    ["a link with a password", { support_url: "https://user:password@example.org/" }],
    ["a name with a line break", { service_name: "Shop\nX" }],
    ["a name that changes the direction", { service_name: "Shop\u202egnikcah" }],
    ["a name that is empty", { service_name: "" }],
    ["a text in no language", { sign_in_text: { "no language": "x" } }],
    ["a text of 301 characters", { footer_text: { en: "x".repeat(301) } }],
    ["an unknown setting", { css: "body{}" }],
    ["a text in the prototype", { sign_in_text: JSON.parse('{"__proto__ ":"x"}') }],
  ])("%s is refused", (_, values) => {
    expect(wrongIn(values)).toHaveLength(1);
  });

  it("a text in 21 languages is refused", () => {
    const tags = Array.from({ length: 21 }, (_, index) => `en-x-a${index}`);
    expect(wrongIn({ footer_text: Object.fromEntries(tags.map((tag) => [tag, "x"])) })).toEqual(["footer_text"]);
  });
});

describe("RFC 7396: a change of settings", () => {
  it("sets, removes, and changes texts language by language", () => {
    const held = { service_name: "Shop", corner: 8, sign_in_text: { en: "Hello", de: "Hallo" } };
    const change = { service_name: null, corner: 4, sign_in_text: { de: null, fr: "Bonjour" } };
    expect(mergedSettings(held, change)).toEqual({ corner: 4, sign_in_text: { en: "Hello", fr: "Bonjour" } });
    expect(mergedSettings(held, { sign_in_text: { en: null, de: null } })).toEqual({ service_name: "Shop", corner: 8 });
    expect(mergedSettings(held, {})).toEqual(held);
  });
});
