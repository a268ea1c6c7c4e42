/** Growth of the data: the same works on an empty and on a filled database, the query plans, and a week of purging. */
import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { compare, loadsOf, warmUp } from "../compare.ts";
import { fill } from "../growth/fill.ts";
import { scansOf } from "../growth/plans.ts";
import { liveAWeek } from "../growth/week.ts";
import { doubts, watchMachine } from "../machine.ts";
import type { Measurement } from "../measure.ts";
import { isChosen, type Options } from "../options.ts";
import { lineOf, median, table } from "../report.ts";
import { subjectOf } from "../servers/countersign.ts";
import { deploy } from "../servers/deployment.ts";
import { startOidcProvider } from "../servers/oidc-provider.ts";
import { OURS, PEER } from "../servers/servers.ts";
import type { Subject } from "../subject.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";
import { WORKS, type WorkName } from "../works.ts";

const GROWING: readonly WorkName[] = [
  "cc-es256",
  "refresh-es256",
  "introspection",
  "userinfo-seen",
  "userinfo-fresh",
  "flow-es256",
];
// A URL, because Node.js splits its options at spaces.
const PRELOADED = new URL("../../programs/record-statements.ts", import.meta.url).href;
/**
 * The ratio is the CPU time of the peer divided by ours. If it falls below this share of its value on the empty
 * database, growth has a cost.
 */
const LEAST_KEPT = 0.91;
/**
 * The most that the tables may grow between the third and the last day. From the third day on, as many rows end as
 * begin.
 */
const MOST_SWELLING = 1.1;

export async function growth(options: Options): Promise<void> {
  const machine = watchMachine();
  const found = await withSurroundings((around) => grow(around, options));
  const ratios = GROWING.filter((work) => found.filled.some((m) => m.work === work)).map((work) => {
    const [empty, filled] = [medians(found.empty, work), medians(found.filled, work)];
    return { work, empty, filled, kept: filled.ratio / empty.ratio };
  });
  const report = { machine: machine(), options, ratios, ...found };
  writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  const wrong = complaints(report);
  console.log(`\n${table(growthRows(ratios))}\n`);
  for (const line of [...wrong, ...doubts(report.machine)]) console.log(line);
  console.log(wrong.length === 0 ? "Growth costs nothing that can be seen." : "GROWTH COSTS.");
  if (wrong.length > 0) process.exitCode = 1;
}

async function grow({ stores, folder, afterwards }: Surroundings, options: Options) {
  const statementsFile = join(folder, "statements.jsonl");
  const environment = { NODE_OPTIONS: `--import=${PRELOADED}`, STATEMENTS_FILE: statementsFile };
  const deployment = await deploy({ name: OURS, stores, folder, profile: options.profile, environment });
  const subject = await subjectOf(OURS, deployment);
  afterwards(() => subject.stop());
  // The peer runs in turns with our server before and after, so that other work of the machine does not count as
  // growth.
  const peer = await startOidcProvider({ name: PEER, stores, folder, profile: undefined });
  afterwards(() => peer.stop());
  const subjects = [subject, peer];
  const url = new URL(stores.logins(OURS).administrator);
  url.pathname = new URL(deployment.databaseUrl).pathname;
  const pool = new pg.Pool({ connectionString: url.href });
  pool.on("error", () => {}); // PostgreSQL ends idle connections when it stops
  afterwards(() => pool.end());

  console.log("\nThe empty database:");
  const empty = await measureAll(subjects, stores, options);
  if (!existsSync(statementsFile)) throw new Error("No statement was recorded, so no plan could be looked at.");
  const filled = await fill(pool, options.scale);
  console.log(
    `\nFilled in ${filled.seconds.toFixed(0)} s: ${filled.users} users, ${filled.clients} clients, ` +
      `${filled.authorizations} authorizations with a refresh token each (a scale of ${filled.scale}).`,
  );
  const after = await measureAll(subjects, stores, options);
  const plans = await scansOf(pool, statementsFile);

  const load = await subject.works["flow-es256"]?.();
  if (load === undefined) throw new Error("there is no flow to load with");
  console.log("\nA week of purging:");
  const purge = () => promisify(execFile)(...deployment.commandOf("purge"));
  const grantsEachDay = Math.ceil(filled.authorizations / 50);
  const week = await liveAWeek({ pool, load, grantsEachDay, purge, tell: console.log });
  return { empty, filled: after, made: filled, plans, week };
}

async function measureAll(subjects: readonly Subject[], stores: Surroundings["stores"], options: Options) {
  const measurements: Measurement[] = [];
  const tell = (measurement: Measurement) => {
    measurements.push(measurement);
    console.log(`  ${measurement.work.padEnd(16)}${lineOf(measurement)}`);
  };
  const { concurrency, seconds, rounds } = options;
  for (const { name: work } of WORKS.filter(({ name }) => GROWING.includes(name) && isChosen(name, options.works))) {
    const loading = { work, loads: await loadsOf(work, subjects), how: { concurrency, seconds }, stores };
    const redisSent = await warmUp(loading);
    await compare({ ...loading, rounds, redisSent, tell });
  }
  return measurements;
}

function medians(measurements: readonly Measurement[], work: WorkName) {
  const of = (server: string) =>
    median(measurements.filter((m) => m.work === work && m.server === server).map(({ cpuMicros }) => cpuMicros));
  return { ours: of(OURS), peer: of(PEER), ratio: of(PEER) / of(OURS) };
}

type Found = Awaited<ReturnType<typeof grow>>;
interface Ratio {
  readonly work: string;
  readonly empty: ReturnType<typeof medians>;
  readonly filled: ReturnType<typeof medians>;
  /** The share of the ratio that remains on the filled database. */
  readonly kept: number;
}

/** The table of the ratios. */
export const growthRows = (ratios: readonly Ratio[]): string[][] => [
  ["work", "empty: ours / peer, µs", "ratio", "filled: ours / peer, µs", "ratio", "kept"],
  ...ratios.map(rowOf),
];

const rowOf = ({ work, empty, filled, kept }: Ratio) => [
  work,
  ...[empty, filled].flatMap(({ ours, peer, ratio }) => [`${ours.toFixed(0)} / ${peer.toFixed(0)}`, ratio.toFixed(2)]),
  kept.toFixed(2),
];

function complaints({ ratios, plans, week }: Found & { readonly ratios: readonly Ratio[] }): string[] {
  const [third, last] = [week.days[2]?.bytes ?? 0, week.days.at(-1)?.bytes ?? 0];
  const failed = week.days.reduce((sum, day) => sum + day.failed, 0);
  return [
    ...ratios
      .filter(({ kept }) => kept < LEAST_KEPT)
      .map(({ work, kept }) => `${work}: ${kept.toFixed(2)} of the ratio is left on the filled database.`),
    ...plans.scans.map(({ statement, table }) => `${statement} reads ${table} from end to end.`),
    ...(last > third * MOST_SWELLING ? ["The tables grew although as many rows ended as began."] : []),
    ...(failed > 0 ? [`${failed} requests failed while rows were purged.`] : []),
  ];
}
