// Refuses a regular expression that an attacker can make slow. Every pattern of what ships must take linear time in
// the length of its input.
//   node scripts/check-regular-expressions.mjs    exits 1 if a pattern does not, if the check cannot decide, or
//                                                 if it misses a slow one
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

// The JavaScript version of the checker. Its native programs exist for some platforms only.
process.env.RECHECK_BACKEND = "pure";
const { checkSync } = await import("recheck");

/** The time limit for the check of one pattern, in milliseconds. Most patterns take a few milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * A pattern that is too large for the proof is tried on random texts, which are the same in each run. The measure is
 * the number of characters that the pattern reads, not the time: on a busy machine, a linear pattern would look
 * slow.
 */
const TRIALS = { randomSeed: 1, incubationTimeout: null, attackTimeout: null };

/**
 * Patterns that are built when the program starts: the file and their names. Each is exported, and checked as it was
 * built.
 */
const BUILT = { "packages/service/src/log/redaction.ts": ["NAMED_SECRET"] };

/** Patterns that must be reported. Otherwise this check checks nothing. */
const KNOWN_BAD = [
  ["an exponential pattern", "export const a = /^(a|a)*$/;"],
  ["a quadratic pattern that begins anywhere", "export const b = text.replace(/[a-z]+\\.x/g, '');"],
  ["a quadratic pattern in a string", 'export const c = new RegExp("^\\\\s*\\\\s*$", "i");'],
  ["a pattern that is not known before the program runs", "export const d = new RegExp(name);"],
];

/** The results so far, so that a pattern in several places is checked once. */
const judgements = new Map();

const files = sources();
const patterns = [...files.flatMap((file) => patternsIn(file, read(file), BUILT[file])), ...(await built())];
const unnoticed = KNOWN_BAD.filter(([, code]) =>
  patternsIn("known-bad.ts", code).every((one) => problemOf(one) === undefined),
);

conclude(
  [
    ...unnoticed.map(([what]) => `This check does not notice ${what}.`),
    ...(patterns.length === 0 ? ["No pattern was found: have the sources moved?"] : []),
    ...patterns.map(problemOf).filter((problem) => problem !== undefined),
  ],
  `${patterns.length} regular expressions in ${files.length} files take linear time.`,
);

/** The sources of what ships: TypeScript of services and packages, and the scripts of pages. */
function sources() {
  const names = sourceFiles("apps/*/src/*", "packages/*/src/*");
  return names.filter(
    (name) =>
      /\.(ts|js)$/.test(name) &&
      !/\.test\.ts$|\/(testing|fixtures|generated)\/|\/test-|^packages\/(?:accessibility|chaos|dev)\//.test(name),
  );
}

/** Every literal of a file, and every call of RegExp. The source is undefined if no literal contains it. */
function patternsIn(file, text, exported = []) {
  const found = [];
  let toBuild = exported.length;
  const at = (node) => `${file}:${text.slice(0, node.start).split("\n").length}`;
  const call = (node) => {
    if (node.callee.name !== "RegExp") return;
    const [source, flags] = node.arguments;
    const known = [source, flags].every((part) => part === undefined || typeof part.value === "string");
    if (known) found.push({ at: at(node), source: source?.value ?? "", flags: flags?.value ?? "" });
    else if (toBuild > 0) toBuild -= 1;
    else found.push({ at: at(node) });
  };
  new Visitor({
    Literal: (node) => {
      if (node.regex) found.push({ at: at(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: call,
    CallExpression: call,
  }).visit(parseSync(file, text).program);
  return found;
}

async function built() {
  const all = Object.entries(BUILT).map(async ([file, names]) => {
    const module = await import(join(root, file));
    return names.map((name) => ({ at: `${file} (${name})`, source: module[name].source, flags: module[name].flags }));
  });
  return (await Promise.all(all)).flat();
}

/** Why a pattern is refused, in one sentence; undefined if it is linear. */
function problemOf({ at, source, flags }) {
  if (source === undefined) return `${at}: a pattern that is built of something. Write a literal, or name it in BUILT.`;
  const { status, complexity, attack, error } = judged(`/${source}/${flags}`, source, flags);
  if (status === "safe") return undefined;
  if (status === "unknown") return `${at}: /${source}/${flags} could not be judged (${error.kind}). Write it simpler.`;
  return `${at}: /${source}/${flags} is ${complexity.summary}, for example on ${attack.pattern}.`;
}

function judged(key, source, flags) {
  const known = judgements.get(key) ?? checkSync(source, flags, { timeout: TIMEOUT_MS, ...TRIALS });
  judgements.set(key, known);
  return known;
}
