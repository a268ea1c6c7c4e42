/** How names of people and things are shown: a shade, and the part that was looked for. */

const SHADES = 5;

/** One of five shades, the same for the same name. */
export const shade = (name: string): number =>
  [...name].reduce((sum, letter) => (sum + (letter.codePointAt(0) ?? 0)) % 1009, 0) % SHADES;

/** Before each part of a path and before "@", and after a dot between two names. */
const BREAKS = /(?<=[^/]\/)(?=\p{L})|(?<=.)(?=@)|(?<=[\p{L}\d]\.)(?=\p{L})/u;
const ADDRESS = /\S@\S|:\/\//;
/** In a sentence, a shorter address has a line of its own where it does not fit into the one before. */
const LONGEST_WHOLE = 30;

/** A text in pieces, between which a line may break: an address or an id, and each long address in a sentence. */
export function pieces(text: string): readonly string[] {
  const isAlone = !/\s/.test(text);
  const found = [""];
  for (const word of text.split(/(?<=\s)/)) {
    const mayBreak = isAlone || (word.length > LONGEST_WHOLE && ADDRESS.test(word));
    const [first = "", ...others] = mayBreak ? word.split(BREAKS) : [word];
    found.push(`${found.pop()}${first}`, ...others);
  }
  return found;
}

export interface Part {
  readonly text: string;
  readonly isSought: boolean;
}

/** A text in parts: those that were looked for, and those between them. */
export function parts(text: string, sought: string | undefined): readonly Part[] {
  const wanted = sought?.trim().toLowerCase() ?? "";
  const folded = text.toLowerCase();
  // Some letters have another length in lower case: then places would not be those of the text.
  if (wanted === "" || folded.length !== text.length) return [{ text, isSought: false }];
  const found: Part[] = [];
  let at = 0;
  for (let next = folded.indexOf(wanted); next >= 0; next = folded.indexOf(wanted, at)) {
    if (next > at) found.push({ text: text.slice(at, next), isSought: false });
    at = next + wanted.length;
    found.push({ text: text.slice(next, at), isSought: true });
  }
  return at < text.length ? [...found, { text: text.slice(at), isSought: false }] : found;
}
