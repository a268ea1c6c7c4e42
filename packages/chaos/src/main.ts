/**
 * `npm run test:chaos`: the short run. `-- --quick` is shorter, `-- --all` has every fault once, and
 * `-- --minutes 60 --seed 7` mixes them for that long. `-- --only Redis` has only those with such a name.
 * `npm run test:upgrade` gives `--before <folder of a release>`.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ALL, mixed, QUICK, SHORT } from "./faults/faults.ts";
import { upgradeAndBack } from "./faults/upgrade.ts";
import { linesOf } from "./report.ts";
import { run } from "./run.ts";
import { folderIn } from "./topology/topology.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    all: { type: "boolean" },
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    before: { type: "string" },
    only: { type: "string", multiple: true },
    history: { type: "string", default: join(tmpdir(), "countersign-chaos.jsonl.gz") },
  },
});

function chosen() {
  const { before, only } = values;
  if (before !== undefined) return [upgradeAndBack];
  const named = ALL.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  if (named.length === 0) throw new Error(`The faults are: ${ALL.map(({ name }) => name).join(", ")}.`);
  if (values.minutes !== undefined) return mixed(named, Number(values.seed));
  if (only !== undefined || values.all === true) return named;
  return values.quick === true ? QUICK : SHORT;
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
    faults: chosen(),
    untilMs: minutes * 60_000,
    ended: ended.signal,
    say: (line) => console.log(line),
    before: values.before,
  });
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
