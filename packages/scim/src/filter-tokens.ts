/** The tokens of a filter: RFC 7644 §3.4.2.2, figure 1. */
import { jsonOrUndefined } from "@countersign/guard/json";
import { badRequest } from "./scim-error.ts";

const LONGEST_FILTER_BYTES = 1024;

export type Token =
  | { readonly kind: "(" | ")" | "[" | "]" }
  /** An attribute path, an operator or a literal without quotation marks. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "string"; readonly text: string }
  /** The sub-attribute after a bracket, in the path of a PATCH: `emails[type eq "work"].value`. */
  | { readonly kind: "sub"; readonly text: string };

export const malformed = (detail: string) => badRequest("invalidFilter", detail);

const SIGNS = "()[]";
const WORD = /[A-Za-z0-9$_:.+-]/;

/** Splits a filter into tokens, in linear time. */
export function tokensOf(text: string): readonly Token[] {
  if (Buffer.byteLength(text) > LONGEST_FILTER_BYTES) throw malformed("the filter is longer than 1 KB");
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === " ") at += 1;
    else if (SIGNS.includes(character)) {
      tokens.push({ kind: character as "(" | ")" | "[" | "]" });
      at += 1;
    } else {
      const end = character === '"' ? endOfString(text, at) : endOfWord(text, at);
      tokens.push(tokenOf(text.slice(at, end), tokens.at(-1)));
      at = end;
    }
  }
  return tokens;
}

function tokenOf(part: string, before: Token | undefined): Token {
  if (part.startsWith('"')) return { kind: "string", text: stringOf(part) };
  if (part.startsWith(".") && before?.kind === "]") return { kind: "sub", text: part.slice(1) };
  return { kind: "word", text: part };
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && WORD.test(text[end] ?? "")) end += 1;
  if (end === start) throw malformed(`the character ${JSON.stringify(text[start])} is not part of a filter`);
  return end;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  throw malformed("a string does not end");
}

// RFC 7644 §3.4.2.2: a value is a JSON string.
function stringOf(quoted: string): string {
  const text = jsonOrUndefined(quoted, { longest: LONGEST_FILTER_BYTES });
  if (typeof text !== "string") throw malformed("a value is not a JSON string");
  if (text.includes("\0") || !text.isWellFormed()) {
    throw malformed("a value cannot be compared with what is stored");
  }
  return text;
}
