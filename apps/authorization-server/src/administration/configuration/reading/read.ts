/** Reads a configuration: YAML 1.2, of which JSON is a part. Every problem names its file, line and path. */
import { reasonOf } from "@countersign/rules";
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import type { z } from "zod";
import { asWritten } from "../kinds/client-shape.ts";
import type { Problem } from "../kinds/kind.ts";
import { type Configuration, configurationOf, configurationShape } from "../kinds/kinds.ts";
import { refusal } from "../refusal.ts";
import { excessOf, membersOf, type Path, wrongMembersIn } from "./text-bounds.ts";

const MOST_PROBLEMS = 50;

/** The parts of a text that a request may have. The longest configuration of one, densely written, has about 22,000. */
export const MOST_PARTS_OF_A_REQUEST = 30_000;
/** The parts of a file of an operator, which may be as long as files may be. */
const MOST_PARTS = 4_000_000;

export interface ConfigurationFile {
  readonly configuration: Configuration;
  readonly locate: Locate;
  /** Throws a refusal that says where each problem is, if there are any. */
  readonly assertNone: (problems: readonly Problem[]) => void;
}

/**
 * The configuration in a text. Throws a refusal that lists every problem.
 *
 * @param file what problems call the text
 */
export function readConfiguration(text: string, file: string, { mostParts = MOST_PARTS } = {}): ConfigurationFile {
  const excess = excessOf(text, mostParts);
  if (excess !== undefined) {
    throw unusable([excess], ({ line, what }) => `${file}${line === undefined ? "" : `:${line}`}: ${what}`);
  }
  const lines = new LineCounter();
  // A tag would be another type than the shape knows.
  const options = {
    version: "1.2",
    lineCounter: lines,
    // The library compares each key with all before it. Ours are compared below.
    uniqueKeys: false,
    stringKeys: true,
    merge: false,
    resolveKnownTags: false,
  } as const;
  const document = parseDocument(text, { ...options, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;

  const malformed = [...document.errors, ...document.warnings];
  if (malformed.length > 0) throw unusable(malformed, ({ pos, message }) => `${at(pos[0])}: ${message}`);
  const wrong = firstOf(wrongMembersIn(document));
  if (wrong.length > 0) {
    throw unusable(wrong, ({ path, offset, message }) => `${at(offset)}: ${inWords(path)}: ${message}`);
  }

  const offsetOf = offsetsIn(document);
  const locate: Locate = (path) => ({ at: at(offsetOf(path)), path });
  const assertNone = refuseAll(locate);
  const read = configurationShape.safeParse(plainOf(document, file), { reportInput: true });
  if (read.success) return { configuration: configurationOf(read.data), locate, assertNone };
  throw unusable(problemsIn(read.error.issues), sentenceAt(locate));
}

/** The file and the line of a path, and the path within that file. */
export type Locate = (path: Path) => { readonly at: string; readonly path: Path };

const sentenceAt =
  (locate: Locate) =>
  ({ path: given, message }: Problem) => {
    const { at, path } = locate(given);
    return `${at}: ${inWords(path)}: ${message}`;
  };

/** Throws a refusal that says where each problem is, if there are any. */
export const refuseAll = (locate: Locate) => (problems: readonly Problem[]) => {
  if (problems.length > 0) throw unusable(problems, sentenceAt(locate));
};

function plainOf(document: Document, file: string): unknown {
  try {
    // An alias would let one line of the file stand for many.
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw unusable([file], () => `${file}: has an alias (*), which is not allowed here`);
  }
}

/** The refusal of a configuration, with a sentence for each of the first problems. Only these are located. */
export const unusable = <T>(problems: readonly T[], sentenceOf: (problem: T) => string) =>
  refusal(["the configuration cannot be used:", ...firstOf(problems).map(sentenceOf)].join("\n  "));

const firstOf = <T>(all: Iterable<T>): T[] => Iterator.from(all).take(MOST_PROBLEMS).toArray();

const problemsIn = (issues: readonly z.core.$ZodIssue[]): Problem[] =>
  firstOf(Iterator.from(issues).flatMap(problemsOf));

function* problemsOf(issue: z.core.$ZodIssue): Iterable<Problem> {
  const path = asWritten(issue.path.map((key) => (typeof key === "number" ? key : String(key))));
  if (issue.code !== "unrecognized_keys") yield { path, message: reasonOf(issue) };
  else for (const key of issue.keys) yield { path: [...path, key], message: "is not known here" };
}

const inWords = (path: Path) =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("") ||
  "the file";

/** Where the innermost part of a path that the document has begins: for a member of an object, its name. */
function offsetsIn({ contents }: Document): (path: Path) => number {
  const known = new WeakMap<YAMLMap, ReturnType<typeof byName>>();
  const membersIn = (map: YAMLMap) => {
    const members = known.get(map) ?? byName(map);
    known.set(map, members);
    return members;
  };
  return (path) => {
    let [node, offset]: [unknown, number] = [contents, 0];
    for (const key of path) {
      const item = isSeq(node) ? node.items[Number(key)] : undefined;
      const place = isMap(node) ? membersIn(node).get(String(key)) : isNode(item) && placeOf(item);
      if (!place) break;
      ({ value: node, offset } = place);
    }
    return offset;
  };
}

const byName = (map: YAMLMap) => new Map(membersOf(map).map((member) => [member.name, member]));
const placeOf = (item: { readonly range?: readonly number[] | null | undefined }) => ({
  value: item as unknown,
  offset: item.range?.[0] ?? 0,
});
