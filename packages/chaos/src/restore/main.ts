/**
 * `npm run drill:restore`: what is usable after a restore to a point in time by pgBackRest. `-- --by pg_dump` restores
 * a dump, `-- --bare` leaves `countersign restored` out, and `-- --record NAME` keeps the figures in docs/drills.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keep, machine, today } from "../history/record.ts";
import { folderIn } from "../topology/topology.ts";
import { drill, type Restored } from "./drill.ts";
import { WAYS } from "./ways.ts";

const { values } = parseArgs({
  options: { by: { type: "string", default: "pgbackrest" }, bare: { type: "boolean" }, record: { type: "string" } },
});
const by = (Object.keys(WAYS) as Restored["by"][]).find((name) => name === values.by);
if (by === undefined) throw new Error(`--by is one of: ${Object.keys(WAYS).join(", ")}.`);

const parent = mkdtempSync(join(tmpdir(), "countersign-restore-"));
chmodSync(parent, 0o711); // as root, PostgreSQL runs as another user, which must be able to enter
try {
  const isBare = values.bare === true;
  const restored = await drill({ folder: folderIn(parent), by, isBare, say: (line) => console.log(line) });
  const wrong = restored.rows.filter(({ must, works }) => works !== (must === "works"));
  for (const { step, seconds } of restored.steps) console.log(`${seconds} s: ${step}`);
  for (const { what, works } of restored.rows) console.log(`${works ? "works" : "refused"}: ${what}`);
  for (const { what, works } of wrong) console.log(`VIOLATION: ${what} ${works ? "is usable" : "is not usable"}`);
  console.log(wrong.length === 0 ? "No violation." : `${wrong.length} violations. The logs are in ${parent}.`);
  const command = by === "pgbackrest" ? "npm run drill:restore" : `npm run drill:restore -- --by ${by}`;
  const of = { date: today(), command, machine: machine() };
  if (values.record !== undefined && !isBare) keep(values.record, { ...of, restored, violations: wrong.length });
  if (wrong.length === 0) rmSync(parent, { recursive: true, force: true });
  process.exit(wrong.length === 0 ? 0 : 1);
} catch (err) {
  console.error(err);
  console.error(`The logs are in ${parent}.`);
  process.exit(1);
}
