/** Expressions of claim mappings: CEL, within bounds of our own. They have no input or output but their values. */
import {
  CelScalar,
  celEnv,
  celFunc,
  celList,
  isCelError,
  isCelList,
  isCelMap,
  listType,
  parse,
  plan,
} from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { assertBracketsPair } from "./brackets.ts";
import { assertBounded, LONGEST_TEXT, TooCostly } from "./cost.ts";
import { LONGEST_INPUT, LONGEST_LIST, LONGEST_NAME, MOST_INPUTS } from "./sizes.ts";

/** What expressions can use. */
export interface MappingInput {
  /** The claims of the person that this client may see. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The names of the groups that the person is in. */
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  readonly client: { readonly id: string };
}

/** The value of an expression; `undefined` if it has none, for example because a claim is absent. */
export type Evaluate = (input: MappingInput) => unknown;

const LONGEST_VALUE = 4096;

/** The library's sum of lists is a chain, and to go through a chain takes the square of its length. This one copies. */
const LIST = listType(CelScalar.DYN);
const sumOfLists = celFunc("_+_", [LIST, LIST], LIST, (one, other) => celList([...one, ...other]));
const environment = () => celEnv({ funcs: [...strings, sumOfLists] });

/** Compiles an expression. Throws `TooCostly`, whose message says what is wrong with it. */
export function compiled(text: string): Evaluate {
  if (text.includes("\0") || !text.isWellFormed()) throw new TooCostly("has characters that are no text");
  if (text.length > LONGEST_TEXT) throw new TooCostly(`is longer than ${LONGEST_TEXT} characters`);
  assertBracketsPair(text);
  const parsed = parsedOf(text);
  assertBounded(parsed.expr);
  const evaluate = plan(environment(), parsed);
  return (input) => {
    try {
      const value = evaluate(bounded(input) as never);
      return isCelError(value) ? undefined : jsonOf(value, { left: LONGEST_VALUE });
    } catch {
      return undefined;
    }
  };
}

function parsedOf(text: string) {
  try {
    return parse(text);
  } catch (err) {
    const [sentence = ""] = String(err instanceof Error ? err.message : err).split("\n");
    throw new TooCostly(`is not an expression: ${sentence.slice(0, 200)}`);
  }
}

/** A text that is too long is left out, so that the bounds of `sizes.ts` hold. */
const bounded = ({ claims, groups, scopes, client }: MappingInput) => ({
  claims: Object.fromEntries(
    Object.entries(claims)
      .filter(([name, value]) => name.length <= LONGEST_NAME && JSON.stringify(value).length <= LONGEST_INPUT)
      .slice(0, MOST_INPUTS),
  ),
  groups: boundedList(groups),
  scopes: boundedList(scopes),
  client: client.id.length <= LONGEST_INPUT ? { id: client.id } : {},
});

const boundedList = (names: readonly string[]) =>
  names.filter((name) => name.length <= LONGEST_NAME).slice(0, LONGEST_LIST);

/** A value as JSON. Throws for what JSON does not have, and for more than there is room for. */
function jsonOf(value: unknown, room: { left: number }): unknown {
  room.left -= typeof value === "string" ? value.length + 2 : 4;
  if (room.left < 0) throw new Error("the value is too long");
  if (typeof value === "bigint") {
    if (!Number.isSafeInteger(Number(value))) throw new Error("the number is too large");
    return Number(value);
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("this is not a number of JSON");
  if (value === null || ["string", "boolean", "number"].includes(typeof value)) return value;
  if (isCelList(value)) return Array.from(value, (part) => jsonOf(part, room));
  if (!isCelMap(value)) throw new Error("JSON has no such value");
  const entries = Array.from(value.entries(), ([name, part]) => [jsonOf(name, room), jsonOf(part, room)] as const);
  if (entries.some(([name]) => typeof name !== "string")) throw new Error("a name is not a text");
  return Object.fromEntries(entries as [string, unknown][]);
}
