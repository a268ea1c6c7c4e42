/** Reads a configuration: YAML 1.2, of which JSON is a part. Every problem names its file, line and path. */
import { type Document, isCollection, isMap, isNode, isPair, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { asWritten } from "./client-shape.ts";
import type { Problem } from "./kind.ts";
import { type Configuration, configurationOf, configurationShape } from "./kinds.ts";
import { refusal } from "./refusal.ts";

const MOST_PROBLEMS = 50;

export type Path = readonly (string | number)[];

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
export function readConfiguration(text: string, file: string): ConfigurationFile {
  const lines = new LineCounter();
  // A tag would be another type than the shape knows.
  const options = {
    version: "1.2",
    lineCounter: lines,
    uniqueKeys: true,
    stringKeys: true,
    merge: false,
    resolveKnownTags: false,
  } as const;
  const document = parseDocument(text, { ...options, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;

  const malformed = [...document.errors, ...document.warnings];
  if (malformed.length > 0) throw unusable(malformed.map(({ pos, message }) => `${at(pos[0])}: ${message}`));

  const locate: Locate = (path) => ({ at: at(offsetOf(document, path)), path });
  const assertNone = refuseAll(locate);
  const read = configurationShape.safeParse(plainOf(document, file));
  if (read.success) return { configuration: configurationOf(read.data), locate, assertNone };
  throw unusable(read.error.issues.flatMap(problemsOf).map(sentenceAt(locate)));
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
  if (problems.length > 0) throw unusable(problems.map(sentenceAt(locate)));
};

function plainOf(document: Document, file: string): unknown {
  try {
    // An alias would let one line of the file stand for many.
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw unusable([`${file}: has an alias (*), which is not allowed here`]);
  }
}

/** The refusal of a configuration, with a sentence for each problem. */
export const unusable = (problems: readonly string[]) =>
  refusal(["the configuration cannot be used:", ...problems.slice(0, MOST_PROBLEMS)].join("\n  "));

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = asWritten(issue.path.map((key) => (typeof key === "number" ? key : String(key))));
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key], message: "is not known here" }));
}

const inWords = (path: Path) =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("") ||
  "the file";

/** Where the innermost part of a path that the document has begins: for a member of an object, its name. */
function offsetOf({ contents }: Document, path: Path): number {
  let node: unknown = contents;
  let offset = 0;
  for (const key of path) {
    if (!isCollection(node)) break;
    const item = isMap(node)
      ? node.items.find((pair) => isPair(pair) && nameOf(pair.key) === key)
      : node.items[Number(key)];
    const place = isPair(item) ? item.key : item;
    if (!isNode(place) || !place.range) break;
    offset = place.range[0];
    node = isPair(item) ? item.value : item;
  }
  return offset;
}

const nameOf = (key: unknown) => (isNode(key) ? String(key) : key);
