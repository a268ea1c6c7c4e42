/** Bounds of the text of a configuration: the parser works for each part, and calls itself for each level. */
import { type Document, isMap, isPair, isScalar, isSeq, Lexer, type YAMLMap } from "yaml";

/** Where a member is: names of members and numbers of items, from the outside in. */
export type Path = readonly (string | number)[];

const DEEPEST = 32;
const MOST_MEMBERS = 500;

/** The token before each scalar: what follows it is text, no matter what it looks like. */
const SCALAR = "\u001f";

interface Excess {
  readonly line?: number;
  readonly what: string;
}

/** What is too much in a text, and in which of its lines; undefined if the parser may read it. In linear time. */
export function excessOf(text: string, mostParts: number): Excess | undefined {
  const place: Place = { line: 1, flow: 0, inLine: 0 };
  let [parts, before] = [0, ""];
  for (const token of new Lexer().lex(text)) {
    parts += 1;
    if (parts > mostParts) return { what: `has more than ${mostParts} parts` };
    if (before !== SCALAR) countLevel(place, token);
    if (Math.max(place.flow, place.inLine) > DEEPEST) {
      return { line: place.line, what: `is nested more than ${DEEPEST} levels deep` };
    }
    countLines(place, token);
    before = token;
  }
  return undefined;
}

/** Levels of brackets, and those that open in one line. Levels of several lines are indented, and so they are few. */
interface Place {
  line: number;
  flow: number;
  inLine: number;
}

const FLOW: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

function countLevel(place: Place, token: string): void {
  place.flow += FLOW[token] ?? 0;
  if (token === "-" || token === "?") place.inLine += 1;
}

function countLines(place: Place, token: string): void {
  const ends = token.split("\n").length - 1;
  place.line += ends;
  if (ends > 0) place.inLine = 0;
}

/** A member that is wrong, and the place of it in the text. */
interface WrongMember {
  readonly path: Path;
  readonly offset: number;
  readonly message: string;
}

/** The maps in which a key is there twice, or which have more members than any map needs. One look for each key. */
export function* wrongMembersIn({ contents }: Document): Iterable<WrongMember> {
  yield* wrongIn(contents, []);
}

function* wrongIn(node: unknown, path: Path): Iterable<WrongMember> {
  if (isSeq(node)) for (const [index, item] of node.items.entries()) yield* wrongIn(item, [...path, index]);
  if (!isMap(node)) return;
  if (node.items.length > MOST_MEMBERS) {
    yield { path, offset: node.range?.[0] ?? 0, message: `has more than ${MOST_MEMBERS} members` };
    return;
  }
  const seen = new Set<string>();
  for (const { name, offset, value } of membersOf(node)) {
    if (seen.has(name)) yield { path: [...path, name], offset, message: "is there twice" };
    seen.add(name);
    yield* wrongIn(value, [...path, name]);
  }
}

/** The members of a map, with the place of each name. */
export function membersOf(map: YAMLMap) {
  return map.items.flatMap((pair) => {
    if (!isPair(pair) || !isScalar(pair.key)) return [];
    return [{ name: String(pair.key.value), offset: pair.key.range?.[0] ?? 0, value: pair.value }];
  });
}
