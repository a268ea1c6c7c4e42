/** Names and addresses as pages show them. */
import type { Messages } from "@countersign/pages";
import { type Escape, filledIn, type Markup } from "./markup.ts";

/** A network as people write it: “192.0.2.x” for `192.0.2.0/24`, “2001:db8:1:…” for `2001:db8:1::/48`. */
export const networkName = (network: string): string => network.replace(/\.0\/24$/, ".x").replace(/::\/\d+$/, ":…");

/** A hyphen after a single letter, and those that follow in the same word: “E-Mail-Adresse”. */
const LETTER_AND_HYPHEN = /(?<!\p{L})\p{L}-[\p{L}-]+/gu;

/** A text in which no line ends with “E-”. */
export const withWholeWords = (text: string): string =>
  text.replace(LETTER_AND_HYPHEN, (word) => word.replaceAll("-", "-\u2060"));

/** What programs read, and the name of the service. */
const NOT_WORDS: ReadonlySet<string> = new Set(["locale", "direction", "product"]);

/** The texts of a catalogue with whole words. What is filled in, such as an address, stays as it is. */
export function inWholeWords(
  { texts }: Pick<Messages, "texts">,
  plain: Messages["text"],
  escaped: Escape,
): (key: string, values?: Readonly<Record<string, string | Markup>>) => string | Markup {
  return (key, values = {}) => {
    const text = NOT_WORDS.has(key) ? undefined : texts.get(key);
    return text === undefined ? plain(key) : filledIn(withWholeWords(text), values, escaped);
  };
}

/** Shorter words fit into a line of every page. */
const LONG = 26;
/** Before "@", and behind a dot, a plus sign or a low line within a word. */
const BETWEEN_PIECES = /(?<=[\p{L}\p{N}])(?=@)|(?<=[\p{L}\p{N}][.+_])(?=[\p{L}\p{N}])/u;

/**
 * A text as HTML. A long address in it moves to a line of its own, and breaks between its pieces only if it is longer
 * than that.
 */
export function breakable(text: string, escaped: (text: string) => string): string {
  const htmlOf = (word: string) => {
    const pieces = word.length < LONG ? [word] : word.split(BETWEEN_PIECES);
    return pieces.length === 1 ? escaped(word) : `<span class="address">${pieces.map(escaped).join("<wbr>")}</span>`;
  };
  return text.split(/(\s)/u).map(htmlOf).join("");
}
