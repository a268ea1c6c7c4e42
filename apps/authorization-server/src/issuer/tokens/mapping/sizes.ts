/** How large the values of an expression of CEL can be: a loop can multiply what another one made. */

/** Bounds of a value: its parts, the size of the largest, and the size of all in characters and parts. */
export interface Size {
  readonly count: number;
  readonly each: number;
  readonly total: number;
}

/** What is known of the names in an expression: the input, and what the loops around it give. */
export type Names = ReadonlyMap<string, Size>;

/** No list of the input has more parts; none of the texts in it is longer. */
export const LONGEST_LIST = 200;
export const LONGEST_NAME = 200;
/** How many claims of a person an expression sees, and how long each is as JSON. */
export const MOST_INPUTS = 100;
export const LONGEST_INPUT = 1000;
const LONGEST_NUMBER = 30;

export const NOTHING: Size = { count: 0, each: 0, total: 0 };
export const ONE: Size = { count: 1, each: 1, total: 1 };

/** A value of which only its size is known: a text, or a list or map of any form. */
export const flat = (total: number): Size => ({ count: total, each: total, total });

const inputs = (count: number, each: number): Size => ({ count, each, total: count * (each + 1) });
const list = inputs(LONGEST_LIST, LONGEST_NAME);
export const INPUT: Names = new Map([
  ["claims", inputs(MOST_INPUTS, LONGEST_INPUT + LONGEST_NAME)],
  ["groups", list],
  ["scopes", list],
  ["client", inputs(1, LONGEST_INPUT)],
]);

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const most = (numbers: readonly number[]) => Math.max(0, ...numbers);

/** All the parts of several lists or texts, one after the other. */
export const together = (sizes: readonly Size[]): Size => ({
  count: sum(sizes.map(({ count }) => count)),
  each: most(sizes.map(({ each }) => each)),
  total: sum(sizes.map(({ total }) => total)),
});

/** A list or a map of these. */
export const listOf = (sizes: readonly Size[]): Size => ({
  count: sizes.length,
  each: most(sizes.map(({ total }) => total)),
  total: sum(sizes.map(({ total }) => total)) + sizes.length + 1,
});

/** Lists that a loop adds together. */
export const repeated = ({ count, each, total }: Size, times: number): Size => ({
  count: count * times,
  each,
  total: total * times,
});

const words = (text: string) => new Set(text.split(" "));
/** Functions whose value is a number or a truth value. */
const SCALAR = words(
  "_-_ _*_ _/_ _%_ -_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _&&_ _||_ !_ @in @not_strictly_false " +
    "size startsWith endsWith contains int double bool indexOf lastIndexOf",
);
/** Functions that do not look into their arguments. */
const FREE = words("_&&_ _||_ !_ _?_:_ _[_] @not_strictly_false");
/** Functions that look for the second text at each place of the first. Eight characters are compared in one unit. */
const SEARCHES = words("contains indexOf lastIndexOf split");

/** A bound for the value of a function. */
export function sizeOfCall(name: string, args: readonly Size[]): Size {
  const [first = ONE, second = NOTHING, third = NOTHING] = args;
  if (SCALAR.has(name)) return ONE;
  switch (name) {
    case "_[_]":
      return flat(first.each);
    case "_?_:_":
      return {
        count: Math.max(second.count, third.count),
        each: Math.max(second.each, third.each),
        total: Math.max(second.total, third.total),
      };
    case "join":
      return flat(first.total + first.count * second.total);
    case "split":
      return { count: first.total + 1, each: first.total, total: 2 * first.total + 1 };
    case "string":
      return flat(first.total + LONGEST_NUMBER);
    default:
      return together(args);
  }
}

/** How many characters and parts a function goes through. */
export function workOfCall(name: string, args: readonly Size[], made: Size): number {
  if (FREE.has(name)) return 0;
  const [first = ONE, second = ONE] = args;
  const compared = SEARCHES.has(name) ? (first.total * Math.min(first.total, second.total)) / 8 : 0;
  return Math.max(together(args).total, made.total) + compared;
}
