/** The JSON text of the parameter `authorization_details`: RFC 9396 §2, RFC 8259. */
import { invalidDetails } from "../errors.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

const MOST_BYTES = 16 * 1024;
const DEEPEST = 8;
const LONGEST_STRING = 2000;
/** The consent page shows the names of members with each value below them. */
const LONGEST_NAME = 200;
/** Whether the entries of an array differ is found by comparing all pairs. */
const MOST_ENTRIES = 200;

/**
 * Reads a JSON text that has one meaning for every reader: no member is repeated, numbers are finite, and the database
 * can store every string. Throws `invalid_authorization_details` for any other text, and for one that is too large or
 * too deep.
 */
export function readJson(text: string): Json {
  if (text.length > MOST_BYTES || Buffer.byteLength(text) > MOST_BYTES) throw invalidDetails("too large");
  const { depth, members } = shapeOf(text);
  if (depth > DEEPEST) throw invalidDetails("too deep");

  const value = parse(text);
  assertPlain(value);
  // RFC 8259 §4: of two members with one name, each parser takes another one.
  if (membersOf(value) !== members) throw invalidDetails("a member is repeated");
  return value;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalidDetails("not JSON");
  }
}

/** How deep a JSON text is, and how many members its objects have: one for each colon outside a string. */
function shapeOf(text: string): { readonly depth: number; readonly members: number } {
  let [open, depth, members] = [0, 0, 0];
  for (const character of outsideStrings(text)) {
    if (character === ":") members += 1;
    if (character === "}" || character === "]") open -= 1;
    if (character === "{" || character === "[") depth = Math.max(depth, ++open);
  }
  return { depth, members };
}

/** The characters of a JSON text that are not in a string. */
function* outsideStrings(text: string): Generator<string> {
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') isInString = !isInString;
    else if (!isInString) yield character;
    else if (character === "\\") at += 1;
  }
}

function membersOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = Object.values<Json>(value).reduce((sum: number, child) => sum + membersOf(child), 0);
  return children + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function assertPlain(value: Json): void {
  // RFC 8259 §6: what is too large for a number here may be another number elsewhere.
  if (typeof value === "number" && !Number.isFinite(value)) throw invalidDetails("a number is too large");
  if (typeof value === "string") assertStorable(value, LONGEST_STRING);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && value.length > MOST_ENTRIES) throw invalidDetails("an array is too long");
  for (const [name, child] of Object.entries(value)) {
    // Code that copies such a member would change the prototype of the copy.
    if (name === "__proto__") throw invalidDetails("a member has a reserved name");
    assertStorable(name, LONGEST_NAME);
    assertPlain(child);
  }
}

// No store can hold a NUL or half a surrogate pair.
function assertStorable(text: string, longest: number): void {
  if (text.length > longest || text.includes("\0") || !text.isWellFormed())
    throw invalidDetails("a string is too long or cannot be stored");
}

/** Whether two JSON values are equal: members in any order, the entries of arrays in the same order. */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as JsonObject, other as JsonObject];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name] as Json, right[name] as Json))
  );
}
