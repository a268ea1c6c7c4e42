/**
 * What an expression of CEL can cost, before it is ever run: a bound for its steps follows from its form, because the
 * lists that it can go through are bounded. CEL itself has no loops and no recursion.
 */
import type { parse } from "@bufbuild/cel";

type Expression = NonNullable<ReturnType<typeof parse>["expr"]>;

export const LONGEST_TEXT = 1000;
const MOST_NODES = 300;
const DEEPEST = 40;
const MOST_STEPS = 20_000;

/** No list of the input, and no text of it, is longer. */
export const LONGEST_LIST = 200;
export const LONGEST_INPUT = 1000;

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

/** Throws `TooCostly` for an expression that can take too long, or that uses more than the functions above. */
export function assertBounded(expression: Expression | undefined): void {
  const budget = { nodes: 0 };
  if (stepsOf(expression, 0, budget) > MOST_STEPS) throw new TooCostly("can take too many steps");
}

function stepsOf(expression: Expression | undefined, depth: number, budget: { nodes: number }): number {
  budget.nodes += 1;
  if (budget.nodes > MOST_NODES) throw new TooCostly("has too many parts");
  if (depth > DEEPEST) throw new TooCostly("is nested too deeply");
  const sum = (...parts: readonly (Expression | undefined)[]) =>
    parts.reduce((steps, part) => steps + (part === undefined ? 0 : stepsOf(part, depth + 1, budget)), 1);

  const kind = expression?.exprKind;
  switch (kind?.case) {
    case "constExpr":
    case "identExpr":
      return 1;
    case "selectExpr":
      return sum(kind.value.operand);
    case "callExpr":
      if (!FUNCTIONS.has(kind.value.function)) throw new TooCostly(`may not use ${kind.value.function}`);
      return sum(kind.value.target, ...kind.value.args);
    case "listExpr":
      return sum(...kind.value.elements);
    case "structExpr":
      if (kind.value.messageName !== "") throw new TooCostly("may not make messages");
      return sum(
        ...kind.value.entries.flatMap(({ keyKind, value }) => [
          keyKind.case === "mapKey" ? keyKind.value : undefined,
          value,
        ]),
      );
    case "comprehensionExpr": {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      return sum(iterRange, accuInit, result) + lengthOf(iterRange) * sum(loopCondition, loopStep);
    }
    default:
      throw new TooCostly("has a part that is not known");
  }
}

/** The length that a list can have at most. */
function lengthOf(expression: Expression | undefined): number {
  const kind = expression?.exprKind;
  if (kind?.case === "listExpr") return kind.value.elements.length;
  if (kind?.case === "structExpr") return kind.value.entries.length;
  if (kind?.case === "comprehensionExpr") return lengthOf(kind.value.iterRange);
  if (kind?.case === "callExpr" && kind.value.function === "_+_") {
    return kind.value.args.reduce((total, part) => total + lengthOf(part), 0);
  }
  const isInput = kind?.case === "selectExpr" || (kind?.case === "identExpr" && kind.value.name === "groups");
  // Anything else may be the parts of a text, or a list that another one made.
  return isInput ? LONGEST_LIST : LONGEST_INPUT;
}
