/** English texts that are 40 % longer, with accents: no language, but it shows where a page has too little room. */

/** A private use subtag keeps it apart from English. */
export const LONG_TAG = "en-x-long";

const PLAIN = "aceginorsuyACEGINORSUY";
const ACCENTED = "äçéğîñöŕšüýÅÇÉĞÎÑÖŔŠÜÝ";
const LETTERS = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index] ?? letter]));

const GROWTH = 0.4;
/** As long as a word of German. */
const FILLING = "lõñgér";

/** Keys that are not texts. */
const KEPT = new Set(["locale", "direction", "product"]);

/** The same texts in brackets, which a page that cuts a text off shows without the second. Placeholders stay. */
export const pseudoLong = (texts: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] =>
  texts.flatMap(([key, text]) => (KEPT.has(key) ? [] : [[key, `[${written(text)}${filling(text)}]`] as const]));

const written = (text: string) =>
  text
    .split(/(\{[^{}]*\})/)
    .map((part) => (part.startsWith("{") ? part : [...part].map((letter) => LETTERS.get(letter) ?? letter).join("")))
    .join("");

/** Whole words while there is room for one, because a line breaks between words. */
function filling(text: string): string {
  const more = Math.ceil(text.length * GROWTH);
  const words = ` ${FILLING}`.repeat(Math.ceil(more / (FILLING.length + 1)));
  return words.slice(0, more).trimEnd();
}
