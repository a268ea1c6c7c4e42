/** The options of V8 that a run of memory compares: what our images have, and one difference from it each. */
import { NODE } from "../processes.ts";

export interface OptionSet {
  readonly name: string;
  readonly options: readonly string[];
  /** Variables of the environment that belong to it. */
  readonly environment?: NodeJS.ProcessEnv;
}

const [, ...IMAGE] = NODE;
const HEAP = ["--max-old-space-size=512", "--expose-gc"];
const room = (least: number, most: number) => [`--min-semi-space-size=${least}`, `--max-semi-space-size=${most}`];

/** The first is what the others are compared with. */
const COMPARED: readonly OptionSet[] = [
  { name: "as in our images", options: IMAGE },
  { name: "room 12 MB", options: [...room(12, 12), ...HEAP] },
  { name: "room 8 MB", options: [...room(8, 8), ...HEAP] },
  { name: "room 4 MB", options: [...room(4, 4), ...HEAP] },
  { name: "room as V8 chooses", options: HEAP },
  { name: "no bound for old objects", options: IMAGE.filter((option) => !option.startsWith("--max-old")) },
  { name: "no --expose-gc", options: IMAGE.filter((option) => option !== "--expose-gc") },
  { name: "--optimize-for-size", options: [...IMAGE, "--optimize-for-size"] },
  { name: "--no-maglev", options: [...IMAGE, "--no-maglev"] },
  { name: "--max-lazy", options: [...IMAGE, "--max-lazy"] },
  { name: "--single-threaded-gc", options: [...IMAGE, "--single-threaded-gc"] },
  { name: "MALLOC_ARENA_MAX=2", options: IMAGE, environment: { MALLOC_ARENA_MAX: "2" } },
];

/** What a run compares: `--options` as they were given, after those of our images; or all of the above. */
export const setsOf = (given: readonly string[]): readonly OptionSet[] =>
  given.length === 0
    ? COMPARED
    : [...COMPARED.slice(0, 1), ...given.map((text) => ({ name: text, options: text.split(" ").filter(Boolean) }))];
