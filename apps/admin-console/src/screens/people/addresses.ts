/** What people type or paste as addresses: one a line, between commas or semicolons, also with names. */

/** A name in quotation marks, which may have a comma. */
const QUOTED_NAME = /"[^"\n]{0,200}"/g;
const IN_BRACKETS = /<([^<>]{1,320})>/;

/** Each address once, in their order. A text that is not an address is kept, for the API to refuse it by its place. */
export function addressesIn(text: string): readonly string[] {
  const lines = text.replaceAll(QUOTED_NAME, " ").split(/\r?\n/);
  const pieces = lines.flatMap((line) => line.split(line.includes(";") ? ";" : ","));
  return [...new Set(pieces.flatMap(addressesOf))];
}

function addressesOf(piece: string): readonly string[] {
  const [, inBrackets] = IN_BRACKETS.exec(piece) ?? [];
  if (inBrackets !== undefined) return [inBrackets.trim()];
  const words = piece.split(/[\s,]+/).filter(Boolean);
  const addresses = words.filter((word) => word.includes("@"));
  return addresses.length > 0 || words.length === 0 ? addresses : [words.join(" ")];
}
