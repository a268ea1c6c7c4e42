import { invalidJwt } from "../errors.ts";

/**
 * Throws `invalid_jwt` if an object in a JSON text, at any depth, has two members of one name (RFC 7519 §4). Parsers
 * differ in which of the two they take, so the text would have two meanings.
 *
 * @param text valid JSON
 */
export function assertUniqueMembers(text: string): void {
  // For each object that is open the names so far; for each array that is open nothing.
  const open: (Set<string> | undefined)[] = [];
  let before = "";
  for (const token of tokensOf(text)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.startsWith('"') && (before === "{" || before === ",")) addName(JSON.parse(token), open.at(-1));
    before = token;
  }
}

function addName(name: string, names: Set<string> | undefined): void {
  if (names?.has(name) === true) throw invalidJwt("a member is repeated");
  names?.add(name);
}

/** The strings of a JSON document, and every other character that is not in one. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    const end = character === '"' ? endOfString(text, at) : at;
    if (!BETWEEN.has(character)) yield text.slice(at, end + 1);
    at = end;
  }
}

/** JSON allows these between two tokens (RFC 8259 §2). */
const BETWEEN = new Set([" ", "\t", "\n", "\r"]);

/** Where the string that starts at this quotation mark ends. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
