// Checks that a bound of a schema stops the rules after it. Zod makes them also after a bound that failed, unless the
// bound has `abort`, so a costly rule would get a text of any length.
//   node scripts/check-bounds.mjs    exits 1 for such a schema, for a rule without a bound, or if the check misses one
import { parseSync, Visitor } from "oxc-parser";
import { conclude, read, sourceFiles } from "./workspace.mjs";

const NOT_SHIPPED =
  /\.test\.ts$|\/test-[^/]+\.ts$|\/testing\/|\/drafting\/|^packages\/(?:accessibility|chaos|dev)\/|^apps\/sample-/;
/** What is read of operators only: variables and options of commands. No one else can make these long. */
const OF_OPERATORS = /\/(?:config|[a-z-]*environment|mutual-tls|issuer-url|store-urls|[a-z-]+-policy|cli\/.+)\.ts$/;

/** What runs code of ours, or costs more than its text is long. A `transform` waits for all checks before it. */
const RULES = new Set(["refine", "superRefine", "check", "normalize"]);
const BOUNDS = new Set(["max", "length"]);
/** The beginnings of chains that have no bound of their own. */
const UNBOUNDED = new Set(["string", "array", "base64", "base64url", "url"]);

/** The calls of a chain, the first one first. */
function chainOf(node) {
  const calls = [];
  let at = node;
  while (at?.type === "CallExpression" && at.callee.type === "MemberExpression") {
    calls.unshift({ name: at.callee.property.name, args: at.arguments });
    at = at.callee.object;
  }
  return { root: at?.type === "Identifier" ? at.name : undefined, calls };
}

const property = (args, name) =>
  args.flatMap((one) => (one.type === "ObjectExpression" ? one.properties : [])).some(({ key }) => key?.name === name);

/** What is wrong with one rule, the last call of a chain. What operators write needs no bound, but what it has stops. */
function problemOf({ root, calls }, isOfOperators) {
  const before = calls.slice(0, -1);
  const open = before.filter(({ name, args }) => BOUNDS.has(name) && !property(args, "abort"));
  if (open.length > 0) return `a bound (.${open[0].name}) without abort before .${calls.at(-1).name}`;
  if (isOfOperators) return undefined;
  const isUnbounded = root === "z" && UNBOUNDED.has(before[0]?.name);
  const isBound = ({ name, args }) => BOUNDS.has(name) || (name === "regex" && property(args, "abort"));
  if (isUnbounded && !before.some(isBound)) return `no bound before .${calls.at(-1).name}`;
  return undefined;
}

function problemsIn(name, text) {
  const isOfOperators = OF_OPERATORS.test(name);
  const found = [];
  const visitor = new Visitor({
    CallExpression(node) {
      if (!RULES.has(node.callee.property?.name)) return;
      const problem = problemOf(chainOf(node), isOfOperators);
      const line = text.slice(0, node.callee.property.start).split("\n").length;
      if (problem !== undefined) found.push(`${name}:${line}: ${problem}`);
    },
  });
  visitor.visit(parseSync(name, text).program);
  return found;
}

const files = sourceFiles("apps", "packages").filter(
  (name) => /\/src\/.*\.tsx?$/.test(name) && !NOT_SHIPPED.test(name),
);
const found = files.flatMap((name) => problemsIn(name, read(name)));

/** Each of these must be noticed. */
const NOTICED = [
  "z.string().max(9).refine(isGood)",
  'z.string().max(9, "is long").superRefine(look)',
  "z.string().min(1).refine(isGood)",
  "z.string().regex(/^[a-z]+$/).refine(isGood)",
  'z.string().max(9, { abort: true }).normalize("NFKC").max(9).refine(isGood)',
  "z.array(text).refine(isEachOnce)",
];
/** None of these may be. */
const FINE = [
  "z.string().max(9, { abort: true }).refine(isGood)",
  "z.string().regex(/^[a-z]{1,9}$/, { abort: true }).refine(isGood)",
  "z.string().max(9).transform(fold)",
  "z.object({ text: z.string().max(9) }).refine(isGood)",
  "guard.check(request, demands)",
];

const OF_AN_OPERATOR = "apps/tried/src/config.ts";
const tried = [
  ...NOTICED.map((code) => ({ code, name: "tried.ts", isRefused: true })),
  ...FINE.map((code) => ({ code, name: "tried.ts", isRefused: false })),
  { code: "z.string().max(9).refine(isGood)", name: OF_AN_OPERATOR, isRefused: true },
  { code: "z.string().refine(isGood)", name: OF_AN_OPERATOR, isRefused: false },
];

conclude(
  [
    ...found,
    ...tried
      .filter(({ code, name, isRefused }) => problemsIn(name, code).length > 0 !== isRefused)
      .map(({ code, name, isRefused }) => `This check ${isRefused ? "misses" : "refuses"} in ${name}: ${code}`),
  ],
  "Every bound of a schema stops the rules after it.",
);
