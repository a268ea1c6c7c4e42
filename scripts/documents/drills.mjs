// Writes docs/generated/drills.md from docs/drills: what the runs that were kept have shown.
import { posix } from "node:path";
import { tableOf } from "./tables.mjs";

const FOLDER = "docs/drills";
const PAGE = "docs/generated/drills.md";
const INTRODUCTION = [
  "# Drills",
  "Written by `node scripts/documents.mjs drills` from [docs/drills](../drills), where `npm run test:chaos` and `npm run drill:restore`, with `-- --record NAME`, put what is kept of a run ([packages/chaos](../../packages/chaos/README.md)).",
  "A *restore* is one of `npm run drill:restore`: a deployment is backed up, used, lost and restored to a point, and each thing that it had at the point is tried. What was used, revoked, ended or erased after it must be refused, and what people and clients keep must work; otherwise it is a violation.",
  "In the other drills, a *violation* is an answer that must not be: a code that was redeemed twice, something that was honoured after it was revoked, something that was given and is unknown later, a failure while no store was away, one other than 503. Since 1 December 2026 these are violations, too: a browser or an account that is unknown later, a right request that is refused, a kind of request that is not answered any more, a failure of what a store is not needed for, a second account of one address. Whoever had no answer may have to begin again: later records say how many codes and chains of tokens that was. The *longest gap* is the time that any kind of request was without a good answer. All ran on a machine with two cores that did other work as well, as the load says (the mean of five minutes; 2 is all that two cores can do), so it is an upper bound.",
];

function check(tree) {
  const drills = drillsOf(tree);
  const problems = drills
    .filter(({ drill }) => drill.violations > 0)
    .map(({ name }) => `${FOLDER}/${name}.json has violations: a run that is kept has none.`);
  if ((tree.exists(PAGE) ? tree.read(PAGE) : "") !== page(drills)) {
    problems.push(`${PAGE} is stale: run \`node scripts/documents.mjs drills\` and commit what it writes.`);
  }
  return { problems, fine: `${drills.length} drills are kept.` };
}

const FIRST = `${FOLDER}/patroni-and-a-cluster-of-redis.json`;
const mistakes = [
  { file: PAGE, from: "| fault |", to: "| faults |", says: /drills\.md is stale/ },
  { file: FIRST, from: '"violations": 0', to: '"violations": 1', says: /has violations/ },
];

export const drills = { check, mistakes, write: (tree) => ({ path: PAGE, text: page(drillsOf(tree)) }) };

const drillsOf = (tree) =>
  tree
    .files(FOLDER)
    .filter((path) => path.endsWith(".json"))
    .map((path) => ({ name: posix.basename(path, ".json"), drill: JSON.parse(tree.read(path)) }));

const page = (all) => `${[...INTRODUCTION, ...all.map(section)].join("\n\n")}\n`;

const loadOf = (machine) =>
  machine === undefined ? "" : ` At the end, the load of its ${machine.cores} cores was ${machine.load}.`;

const section = (kept) => (kept.drill.restored === undefined ? sectionOfFaults(kept) : sectionOfRestore(kept));

function sectionOfRestore({ name, drill: { date, command, machine, restored, violations } }) {
  const { databaseMb, steps, rows } = restored;
  return [
    `## ${name}`,
    `${date}, \`${command}\`, a database of ${databaseMb} MB. Violations: ${violations}.${loadOf(machine)}`,
    tableOf(
      ["step", "seconds"],
      steps.map(({ step, seconds }) => [step, String(seconds)]),
    ),
    tableOf(
      ["what there was", "after the restore"],
      rows.map(({ what, works }) => [what, works ? "works" : "refused"]),
    ),
  ].join("\n\n");
}

const costsOf = (costs) =>
  costs === undefined
    ? ""
    : ` Codes spent without an answer: ${costs.codesWithoutAnswer}; chains of public clients without an answer in time: ${costs.chainsWithoutAnswer}; answers that a standby did not know which took over: ${costs.lostByFailOver}; journeys that came to their ends: ${costs.journeys}.`;

function sectionOfFaults({ name, drill: { date, command, machine, requests, failed, violations, costs, faults } }) {
  const answers = Object.entries(failed).map(
    ([status, count]) => `${count} × ${status === "0" ? "no answer" : status}`,
  );
  const rows = faults.map((one) => [
    one.fault,
    ...[one.times, one.requests, one.refused, one.broken, one.unanswered, one.longestGapSeconds].map(String),
  ]);
  return [
    `## ${name}`,
    `${date}, \`${command}\`: ${requests} requests, of which failed: ${answers.join(", ") || "none"}. Violations: ${violations}.${costsOf(costs)}${loadOf(machine)}`,
    tableOf(["fault", "times", "requests", "503", "other 5xx", "no answer", "longest gap (s)"], rows),
  ].join("\n\n");
}
