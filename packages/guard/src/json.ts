/** JSON of others, read so that it has one meaning, and bounded before it is parsed: RFC 8259 §4, §8.1 and §9. */

/** How large a text may be. */
export interface JsonLimits {
  /** Bytes; of a text that is decoded already, characters. */
  readonly longest: number;
  /** How many objects and arrays may be inside each other. */
  readonly deepest?: number;
}

export type JsonProblem =
  | "too long"
  | "too deep"
  | "not JSON in UTF-8"
  | "a member is repeated"
  | "a member has a reserved name";

/** Says what is wrong with a text, and nothing of what is in it. */
export interface UnreadableJson extends Error {
  readonly code: "unreadable_json";
  readonly problem: JsonProblem;
}

/** No document that we know has as many levels. */
const DEEPEST = 32;

// RFC 8259 §8.1: only UTF-8, regardless of a charset parameter.
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a JSON text, in linear time. Throws an error that `isUnreadableJson` knows if the text is longer or deeper than
 * the limits, and if parsers could differ in what it says: no member is repeated, at any depth.
 */
export function readJson(source: string | Uint8Array, { longest, deepest = DEEPEST }: JsonLimits): unknown {
  if (source.length > longest) throw unreadable("too long");
  const text = typeof source === "string" ? source : decoded(source);
  const members = membersIn(text, deepest);
  const value = parsed(text);
  // RFC 8259 §4: of two members with one name, each parser takes another one. Ours keeps one of them.
  if (membersBelow(value) !== members) throw unreadable("a member is repeated");
  return value;
}

/** Like `readJson`; `undefined` for a text that cannot be read. */
export function jsonOrUndefined(source: string | Uint8Array, limits: JsonLimits): unknown {
  try {
    return readJson(source, limits);
  } catch (err) {
    if (isUnreadableJson(err)) return undefined;
    throw err;
  }
}

/** Whether an error says that a text cannot be read as JSON. */
export function isUnreadableJson(err: unknown): err is UnreadableJson {
  return err instanceof Error && "code" in err && err.code === "unreadable_json";
}

function unreadable(problem: JsonProblem, cause?: unknown): UnreadableJson {
  const error = new Error(`the JSON cannot be read: ${problem}`, cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "UnreadableJson", code: "unreadable_json" as const, problem });
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw unreadable("not JSON in UTF-8", cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The cause would repeat a part of the text.
    throw unreadable("not JSON in UTF-8");
  }
}

const [QUOTE, COLON, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 58, 92, 91, 93, 123, 125];

/** How many members all objects of a JSON text have: one for each colon that is not in a string. */
function membersIn(text: string, deepest: number): number {
  let [open, members] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) members += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open -= 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      open += 1;
      if (open > deepest) throw unreadable("too deep");
    }
  }
  return members;
}

/** Where the string that starts at this quotation mark ends; the end of a text in which it does not end. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1) {
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An odd number of backslashes escapes the quotation mark.
    if ((at - before) % 2 === 1) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

/** How many members all objects in a value have. */
function membersOf(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + membersBelow(one), 0);
  let members = 0;
  for (const name of Object.keys(value)) {
    // Code that copies such a member would change the prototype of the copy.
    if (name === "__proto__") throw unreadable("a member has a reserved name");
    members += 1;
    const below = (value as Record<string, unknown>)[name];
    if (typeof below === "object") members += membersBelow(below);
  }
  return members;
}

const membersBelow = (value: unknown) => (typeof value === "object" && value !== null ? membersOf(value) : 0);
