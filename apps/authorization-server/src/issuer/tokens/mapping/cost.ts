/**
 * What an expression of CEL can cost, before it is ever run: bounds for its steps, for the size of each value and for
 * the work on all of them follow from its form, because the input is bounded. CEL itself has no loops and no recursion.
 */
import type { parse } from "@bufbuild/cel";
import {
  flat,
  INPUT,
  listOf,
  type Names,
  NOTHING,
  ONE,
  repeated,
  type Size,
  sizeOfCall,
  together,
  workOfCall,
} from "./sizes.ts";

type Expression = NonNullable<ReturnType<typeof parse>["expr"]>;
type Kind<Case extends string> = Extract<Expression["exprKind"], { case: Case }>["value"];

export const LONGEST_TEXT = 1000;
const MOST_NODES = 300;
const DEEPEST = 40;
const MOST_STEPS = 20_000;
/** Characters and parts in one value, and those that all functions together go through. */
const LARGEST_VALUE = 500_000;
const MOST_WORK = 4_000_000;

/** Functions whose time and result are bounded by their arguments. `matches`, `replace` and `format` are not. */
const FUNCTIONS = new Set(
  (
    "_+_ _-_ _*_ _/_ _%_ -_ _==_ _!=_ _<_ _<=_ _>_ _>=_ _&&_ _||_ !_ _?_:_ @in _[_] @not_strictly_false " +
    "size startsWith endsWith contains string int double bool charAt indexOf lastIndexOf lowerAscii upperAscii " +
    "split substring trim join"
  ).split(" "),
);

/** What makes an expression unacceptable. */
export class TooCostly extends Error {}

/** Where a part is: how deep, how often it runs at most, and what is known of the names. */
interface Place {
  readonly depth: number;
  readonly times: number;
  readonly names: Names;
}

/** Throws `TooCostly` for an expression that can take too long, or that uses more than the functions above. */
export function assertBounded(expression: Expression | undefined): void {
  new Bound().of(expression, { depth: 0, times: 1, names: INPUT });
}

class Bound {
  #nodes = 0;
  #steps = 0;
  #work = 0;

  /** Counts a part of an expression, and returns a bound for its value. */
  of(expression: Expression | undefined, place: Place): Size {
    this.#nodes += 1;
    this.#steps += place.times;
    if (this.#nodes > MOST_NODES) throw new TooCostly("has too many parts");
    if (place.depth > DEEPEST) throw new TooCostly("is nested too deeply");
    if (this.#steps > MOST_STEPS) throw new TooCostly("can take too many steps");
    const size = this.#sizeOf(expression, { ...place, depth: place.depth + 1 });
    if (size.total > LARGEST_VALUE) throw new TooCostly("can make too large a value");
    return size;
  }

  #sizeOf(expression: Expression | undefined, inside: Place): Size {
    const kind = expression?.exprKind;
    switch (kind?.case) {
      case "constExpr": {
        const { value } = kind.value.constantKind;
        return typeof value === "string" || value instanceof Uint8Array ? flat(value.length + 1) : ONE;
      }
      case "identExpr":
        // A name that is not known has no value.
        return inside.names.get(kind.value.name) ?? ONE;
      case "selectExpr":
        return flat(this.of(kind.value.operand, inside).each);
      case "callExpr":
        return this.#call(kind.value, inside);
      case "listExpr":
        return listOf(kind.value.elements.map((element) => this.of(element, inside)));
      case "structExpr":
        return this.#map(kind.value, inside);
      case "comprehensionExpr":
        return this.#loop(kind.value, inside);
      default:
        throw new TooCostly("has a part that is not known");
    }
  }

  #call({ function: name, target, args }: Kind<"callExpr">, inside: Place): Size {
    if (!FUNCTIONS.has(name)) throw new TooCostly(`may not use ${name}`);
    const sizes = (target === undefined ? args : [target, ...args]).map((part) => this.of(part, inside));
    const made = sizeOfCall(name, sizes);
    this.#spend(inside.times * workOfCall(name, sizes, made));
    return made;
  }

  #map({ messageName, entries }: Kind<"structExpr">, inside: Place): Size {
    if (messageName !== "") throw new TooCostly("may not make messages");
    const parts = entries.flatMap(({ keyKind, value }) =>
      keyKind.case === "mapKey" ? [keyKind.value, value] : [value],
    );
    return listOf(parts.map((part) => this.of(part, inside)));
  }

  /** A macro. Its step adds to what it makes, whose name no expression can write, and uses it for nothing else. */
  #loop(loop: Kind<"comprehensionExpr">, inside: Place): Size {
    const range = this.of(loop.iterRange, inside);
    const first = this.of(loop.accuInit, inside);
    const one = flat(range.each);
    const names = new Map(inside.names).set(loop.iterVar, one).set(loop.iterVar2, one).set(loop.accuVar, NOTHING);
    const within = { ...inside, times: inside.times * range.count, names };
    this.of(loop.loopCondition, within);
    const added = this.of(loop.loopStep, within);
    // Each step copies the list that the steps before it made.
    this.#spend(inside.times * range.count * range.count);
    const made = together([first, repeated(added, range.count)]);
    return this.of(loop.result, { ...inside, names: new Map(inside.names).set(loop.accuVar, made) });
  }

  #spend(work: number): void {
    this.#work += work;
    if (this.#work > MOST_WORK) throw new TooCostly("can make too much");
  }
}
