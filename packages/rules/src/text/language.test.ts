import { describe, expect, it } from "vitest";
import { canonicalLanguageTag, isLanguageTag, languagesIn, lookupLanguage } from "./language.ts";

const there = new Map(["de", "en", "zh", "pt-br", "zh-hant"].map((tag) => [tag, tag]));

describe("RFC 4647 §3.4: looking a language up", () => {
  it.each<[string, string[], string | undefined]>([
    ["takes the very tag", ["de"], "de"],
    ["leaves parts out from the end", ["de-CH-1996"], "de"],
    ["takes the longest that is there", ["zh-Hant-CN-x-private1-private2"], "zh-hant"],
    ["leaves a single letter out with what follows it", ["de-x-foo"], "de"],
    ["does not mind the case", ["PT-br"], "pt-br"],
    ["never makes a range longer", ["pt"], undefined],
    ["tries all of a range before the next", ["de-AT", "en"], "de"],
    ["goes on to the next", ["se", "fi", "en-GB"], "en"],
    ["takes no wildcard for a language", ["*"], undefined],
    ["finds nothing for nothing", [], undefined],
    [
      "finds nothing in what is no tag (authz-20)",
      ['en"><script>', "__proto__", "constructor", "", "-", "x-de"],
      undefined,
    ],
    ["does not look at a range without end", [`de${"-abcdefgh".repeat(1000)}`], undefined],
    ["looks at twenty ranges", [...Array.from({ length: 20 }, () => "se"), "de"], undefined],
  ])("%s: %j", (_, ranges, found) => {
    expect(lookupLanguage(ranges, there)?.found).toBe(found);
  });

  it("says which range led there", () => {
    expect(lookupLanguage(["se", "de-AT"], there)).toEqual({ range: "de-AT", found: "de" });
  });
});

describe("OIDC Core §3.1.2.1: ui_locales", () => {
  it.each([
    [undefined, []],
    ["", []],
    ["fr-CA fr en", ["fr-CA", "fr", "en"]],
    ["  de ", ["de"]],
  ])("%j names %j", (text, languages) => {
    expect(languagesIn(text)).toEqual(languages);
  });
});

describe("RFC 5646 §2.1: what a language tag is", () => {
  it.each([["de"], ["zh-Hans-CN"], ["ja-Hani-JP"], ["de-CH-1996"]])("%s is one", (tag) => {
    expect(isLanguageTag(tag)).toBe(true);
  });

  it.each([
    [""],
    ["d"],
    ["de_DE"],
    ["de "],
    ['en"><script>'],
    ["__proto__"],
    ["en-\u202e"],
    [`de${"-abcdefgh".repeat(10)}`],
  ])("%j is none", (tag) => {
    expect(isLanguageTag(tag)).toBe(false);
  });

  it("has one spelling (§4.5)", () => {
    expect(["PT-br", "zh-HANS"].map(canonicalLanguageTag)).toEqual(["pt-BR", "zh-Hans"]);
  });
});
