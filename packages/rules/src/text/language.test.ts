import { describe, expect, it } from "vitest";
import { canonicalLanguageTag, isLanguageTag, languagesIn, lookupLanguage } from "./language.ts";

const there = new Map(["de", "en", "zh", "sr", "pt-br", "zh-hant", "uz-arab"].map((tag) => [tag, tag]));

describe("RFC 4647 §3.4: language lookup", () => {
  it.each<[string, string[], string | undefined]>([
    ["takes the exact tag", ["de"], "de"],
    ["removes subtags from the end", ["de-CH-1996"], "de"],
    ["takes another script last (Serbian in Latin letters)", ["sr-Latn", "en"], "en"],
    ["takes another script rather than nothing", ["sr-Latn", "se"], "sr"],
    ["takes the language in its other script if that is asked for by itself", ["sr-Latn-RS", "sr", "en"], "sr"],
    ["takes traditional Chinese for Taiwan", ["zh-TW", "en"], "zh-hant"],
    ["takes the same script", ["zh-SG", "en"], "zh"],
    ["takes the script of a country", ["uz-AF"], "uz-arab"],
    ["takes the longest available tag", ["zh-Hant-CN-x-private1-private2"], "zh-hant"],
    ["removes a single-letter subtag with the one that follows it", ["de-x-foo"], "de"],
    ["ignores case", ["PT-br"], "pt-br"],
    ["never extends a range", ["pt"], undefined],
    ["tries all forms of a range before the next range", ["de-AT", "en"], "de"],
    ["continues with the next range", ["se", "fi", "en-GB"], "en"],
    ["does not treat a wildcard as a language", ["*"], undefined],
    ["finds nothing for an empty list", [], undefined],
    [
      "finds nothing for an invalid tag (authz-20)",
      ['en"><script>', "__proto__", "constructor", "", "-", "x-de"],
      undefined,
    ],
    ["ignores a range that is too long", [`de${"-abcdefgh".repeat(1000)}`], undefined],
    ["reads at most twenty ranges", [...Array.from({ length: 20 }, () => "se"), "de"], undefined],
  ])("%s: %j", (_, ranges, found) => {
    expect(lookupLanguage(ranges, there)?.found).toBe(found);
  });

  it("returns the range that matched", () => {
    expect(lookupLanguage(["se", "de-AT"], there)).toEqual({ range: "de-AT", found: "de" });
  });
});

describe("OIDC Core §3.1.2.1: ui_locales", () => {
  it.each([
    [undefined, []],
    ["", []],
    ["fr-CA fr en", ["fr-CA", "fr", "en"]],
    ["  de ", ["de"]],
  ])("%j requests %j", (text, languages) => {
    expect(languagesIn(text)).toEqual(languages);
  });
});

describe("RFC 5646 §2.1: language tags", () => {
  it.each([["de"], ["zh-Hans-CN"], ["ja-Hani-JP"], ["de-CH-1996"]])("%s is valid", (tag) => {
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
  ])("%j is invalid", (tag) => {
    expect(isLanguageTag(tag)).toBe(false);
  });

  it("are written in one form (§4.5)", () => {
    expect(["PT-br", "zh-HANS"].map(canonicalLanguageTag)).toEqual(["pt-BR", "zh-Hans"]);
  });
});
