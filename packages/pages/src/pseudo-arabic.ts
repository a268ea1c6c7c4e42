/** English texts in Arabic letters: not a language, but it shows what a page looks like from right to left. */

/** A private use subtag keeps it apart from Arabic. */
export const PSEUDO_TAG = "ar-x-pseudo";

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const ARABIC = "ابصدهفغحيجكلمنوپقرستعڤطخشز";
const LETTERS = new Map([...LATIN].map((letter, index) => [letter, [...ARABIC][index] ?? letter]));

/** Keys that are not texts. */
const KEPT = new Set(["locale", "direction", "product"]);

/** The same texts in Arabic letters. Placeholders in braces stay. */
export const pseudoArabic = (texts: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] =>
  texts.flatMap(([key, text]) => (KEPT.has(key) ? [] : [[key, written(text)] as const]));

const written = (text: string) =>
  text
    .split(/(\{[^{}]*\})/)
    .map((part) =>
      part.startsWith("{") ? part : [...part].map((letter) => LETTERS.get(letter.toLowerCase()) ?? letter).join(""),
    )
    .join("");
