/**
 * `npm run test:chaos`: the short run. `-- --quick` is shorter, `-- --all` has every fault once, and
 * `-- --minutes 60 --seed 7` mixes them for that long. `-- --only Redis` has only those with such a name.
 * `npm run test:upgrade` gives `--before <folder of a release>`.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultsFor, mixed } from "./faults/faults.ts";
import { upgradeAndBack, upgradeShortly } from "./faults/upgrade.ts";
import { drillOf, keep, machine, today } from "./history/record.ts";
import { linesOf } from "./report.ts";
import { run } from "./run.ts";
import { folderIn, POOLERS, POSTGRES, REDIS, type Stores } from "./topology/topology.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    all: { type: "boolean" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    before: { type: "string" },
    only: { type: "string", multiple: true },
    redis: { type: "string", default: "single" },
    postgres: { type: "string", default: "pair" },
    pooler: { type: "string", default: "none" },
    record: { type: "string" },
    history: { type: "string", default: join(tmpdir(), "countersign-chaos.jsonl.gz") },
  },
});

function named<Name extends string>(option: "redis" | "postgres" | "pooler", names: readonly Name[]): Name {
  const found = names.find((name) => name === values[option]);
  if (found === undefined) throw new Error(`--${option} is one of: ${names.join(", ")}.`);
  return found;
}

const stores: Stores = {
  redis: named("redis", Object.keys(REDIS) as Stores["redis"][]),
  postgres: named("postgres", Object.keys(POSTGRES) as Stores["postgres"][]),
  pooler: named("pooler", POOLERS),
};

function chosen() {
  const { before, only } = values;
  const { quick, short, all } = faultsFor(stores);
  if (before !== undefined) return values.quick === true ? [upgradeShortly, ...quick] : [upgradeAndBack];
  const some = all.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  if (some.length === 0) throw new Error(`The faults are: ${all.map(({ name }) => name).join(", ")}.`);
  if (values.minutes !== undefined) return mixed(some, Number(values.seed));
  if (only !== undefined || values.all === true) return some;
  return values.quick === true ? quick : short;
}

/** What was run, without where its results go and the folder of a release. */
function command(): string {
  const elsewhere = new Set(["--history", "--record", "--before"]);
  const asked = process.argv.slice(2).filter((arg, n, all) => !elsewhere.has(arg) && !elsewhere.has(all[n - 1] ?? ""));
  const script = values.before === undefined ? "test:chaos" : "test:upgrade";
  const options = asked.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg));
  return ["npm run", script, ...(options.length > 0 ? ["--"] : []), ...options].join(" ");
}

// SIGTERM ends the run after its fault, and the history is judged.
const ended = new AbortController();
process.once("SIGTERM", () => ended.abort());

const parent = mkdtempSync(join(tmpdir(), "countersign-chaos-"));
chmodSync(parent, 0o711); // as root, PostgreSQL runs as another user, which must be able to enter
const minutes = Number(values.minutes ?? 60);
try {
  const { verdict, rows } = await run({
    folder: folderIn(parent),
    historyFile: values.history,
    stores,
    faults: chosen(),
    untilMs: minutes * 60_000,
    ended: ended.signal,
    say: (line) => console.log(line),
    before: values.before,
  });
  const of = { date: today(), command: command(), machine: machine() };
  if (values.record !== undefined) keep(values.record, drillOf(verdict, rows, of));
  for (const line of linesOf(verdict, rows)) console.log(line);
  console.log(`The history is in ${values.history}.`);
  if (verdict.violations.length === 0) rmSync(parent, { recursive: true, force: true });
  else console.log(`The logs are in ${parent}.`);
  process.exit(verdict.violations.length === 0 ? 0 : 1);
} catch (err) {
  console.error(err);
  console.error(`The logs are in ${parent}.`);
  process.exit(1);
}
