import { describe, expect, it } from "vitest";
import { scopeTexts, textOfScope, textsWithoutScope } from "./scope-texts.ts";

const texts = {
  "orders:read": "See your orders",
  "orders:read#de": "Ihre Bestellungen sehen",
  "orders:read#zh-Hant": "查看您的訂單",
  "orders:write#de": "Bestellen",
  "a#b:c": "A scope with the sign",
};

describe("RFC 7591 §2.2: the text of a scope", () => {
  it.each([
    ["in the language of the page", "orders:read", "de-AT", "Ihre Bestellungen sehen"],
    ["in the script of the page", "orders:read", "zh-TW", "查看您的訂單"],
    ["without a language for all others", "orders:read", "fr", "See your orders"],
    ["that has none in this language", "orders:write", "fr", undefined],
    ["that has none", "orders:delete", "de", undefined],
    ["whose name has the sign of languages", "a#b:c", "de", "A scope with the sign"],
    ["named like a member of every object", "constructor", "de", undefined],
  ])("%s", (_, scope, range, text) => {
    expect(textOfScope(texts, scope, range)).toBe(text);
  });

  it("is about a scope of the resource server", () => {
    expect(textsWithoutScope(texts, ["orders:read", "a#b:c"])).toEqual(["orders:write#de"]);
  });

  it.each([
    ["an empty text", { a: "" }],
    ["a text of two lines", { a: "x\ny" }],
    ["a text that turns around", { a: "\u202ex" }],
    ["a text of 201 characters", { a: "x".repeat(201) }],
    ["201 texts", Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`s${at}`, "x"]))],
  ])("is refused: %s", (_, given) => {
    expect(scopeTexts.safeParse(given).success).toBe(false);
  });
});
