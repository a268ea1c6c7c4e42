// Refuses a regular expression that an attacker can make slow. Every pattern of what ships must take linear time in
// the length of its input.
//   node scripts/check-regular-expressions.mjs            exits 1 if a pattern does not, if the check cannot decide, or
//                                                         if it misses a slow one
//   node scripts/check-regular-expressions.mjs --write    lists the patterns that do, so that they are judged once
//   node scripts/check-regular-expressions.mjs --all      judges the listed ones, too, which takes a minute or two
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { faultOf, JUDGE } from "./regular-expressions/judge.mjs";
import { conclude, read, root, sourceFiles } from "./workspace.mjs";

/** Patterns that were judged before, by the same judge: each is a line, below the name of the judge. */
const LIST = join(root, "scripts", "regular-expressions", "linear.txt");

/**
 * Patterns that are built when the program starts: the file and their names. Each is exported, and checked as it was
 * built.
 */
const BUILT = { "packages/service/src/log/redaction.ts": ["NAMED_SECRET"] };

/** Patterns that must be reported. Otherwise this check checks nothing. */
const KNOWN_BAD = [
  ["an exponential pattern", "export const a = /^(a|a)*$/;"],
  ["a pattern that is exponential up to a bound", "export const e = /^(a|a){1,25}$/;"],
  ["a pattern that is exponential up to a bound, with braces in a class", "export const f = /^(?:[{}]|[{}]){10}$/;"],
  ["a quadratic pattern that begins anywhere", "export const b = text.replace(/[a-z]+\\.x/g, '');"],
  ["a quadratic pattern in a string", 'export const c = new RegExp("^\\\\s*\\\\s*$", "i");'],
  ["a pattern that is not known before the program runs", "export const d = new RegExp(name);"],
];

const [judge, ...listed] = readFileSync(LIST, "utf8").trimEnd().split("\n");
/** What is wrong with a pattern, so that one in several places, or in the list, is judged once. */
const faults = new Map(
  judge === JUDGE && !process.argv.includes("--all") ? listed.map((pattern) => [pattern, undefined]) : [],
);

const files = sources();
const patterns = [...files.flatMap((file) => patternsIn(file, read(file), BUILT[file])), ...(await built())];
const unnoticed = KNOWN_BAD.filter(([, code]) =>
  patternsIn("known-bad.ts", code).every((one) => problemOf(one) === undefined),
);

const problems = patterns.map(problemOf).filter((problem) => problem !== undefined);
if (process.argv.includes("--write")) {
  const linear = patterns.filter((one) => one.source !== undefined && faults.get(keyOf(one)) === undefined);
  writeFileSync(LIST, `${[JUDGE, ...new Set(linear.map(keyOf).sort())].join("\n")}\n`);
} else if (judge !== JUDGE) {
  problems.push("The checker is another than that of the list: run check-regular-expressions.mjs --write.");
}

conclude(
  [
    ...unnoticed.map(([what]) => `This check does not notice ${what}.`),
    ...(patterns.length === 0 ? ["No pattern was found: have the sources moved?"] : []),
    ...problems,
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
function problemOf(one) {
  if (one.source === undefined)
    return `${one.at}: a pattern that is built of something. Write a literal, or name it in BUILT.`;
  const key = keyOf(one);
  if (!faults.has(key)) faults.set(key, faultOf(one.source, one.flags));
  const fault = faults.get(key);
  return fault && `${one.at}: ${fault}`;
}

/** A pattern in one line. */
function keyOf({ source, flags }) {
  return String(new RegExp(source, flags));
}
