import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { COUNTED, HAS_DETAIL } from "./reasons.ts";

const FOLDER = join(import.meta.dirname, "..", "views", "messages", "wrong");

it.each(["de", "en", "es", "fr", "zh"])("35: each code of the API has words in %s, and no other has", (language) => {
  const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), "utf8"));
  const codes = Object.keys(HAS_DETAIL);
  const ofOne = [...COUNTED].map((code) => `${code}.one`);
  expect(Object.keys(texts).toSorted()).toEqual(
    ["entry", ...codes, ...ofOne].map((code) => `wrong.${code}`).toSorted(),
  );
  const bounds = codes.filter((code) => code.startsWith("too_"));
  for (const code of codes) expect(texts[`wrong.${code}`]?.includes("{limit}")).toBe(bounds.includes(code));
});
