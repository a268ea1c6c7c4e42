import { describe, expect, it } from "vitest";
import { languageName } from "./language-name.ts";

describe("how a language is called", () => {
  it.each([
    ["de", "Deutsch"],
    ["pt-BR", "português (Brasil)"],
    ["de-x-team", "de-x-team"],
    ["de-u-co-phonebk", "de-u-co-phonebk"],
    ["en_GB", "en_GB"],
    ["<b>", "<b>"],
    ["", ""],
  ])("%j is %j", (tag, expected) => {
    expect(languageName(tag)).toBe(expected);
  });
});
