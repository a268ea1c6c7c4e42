/** The JSON text of the parameter `authorization_details`: RFC 9396 §2, RFC 8259. */
import { isUnreadableJson, readJson } from "@countersign/guard/json";
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
export function readDetailsJson(text: string): Json {
  if (text.length > MOST_BYTES || Buffer.byteLength(text) > MOST_BYTES) throw invalidDetails("too long");
  const value = parsed(text);
  assertPlain(value);
  return value;
}

function parsed(text: string): Json {
  try {
    return readJson(text, { longest: MOST_BYTES, deepest: DEEPEST }) as Json;
  } catch (err) {
    throw isUnreadableJson(err) ? invalidDetails(err.problem) : err;
  }
}

function assertPlain(value: Json): void {
  // RFC 8259 §6: what is too large for a number here may be another number elsewhere.
  if (typeof value === "number" && !Number.isFinite(value)) throw invalidDetails("a number is too large");
  if (typeof value === "string") assertStorable(value, LONGEST_STRING);
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && value.length > MOST_ENTRIES) throw invalidDetails("an array is too long");
  for (const [name, child] of Object.entries(value)) {
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
