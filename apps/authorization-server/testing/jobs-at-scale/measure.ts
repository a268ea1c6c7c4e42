/** Runs each job on filled tables, and measures what it does to the database. */
import type { Database } from "@countersign/database";
import type { Job } from "../../src/platform/jobs/running/schedule.ts";
import { CASES, type Case } from "./cases.ts";
import { dropChecks, FIRST_AT, fill } from "./fill.ts";
import type { Preparing } from "./prepare.ts";

export interface MeasuredJob {
  /** The name of the job, and of its part. */
  readonly name: string;
  /** The rows of each table that was filled. */
  readonly rows: number;
  /** How many the job says that it handled. */
  readonly handled: number;
  readonly seconds: number;
  readonly statements: number;
  readonly longestStatementMs: number;
  readonly longestTransactionMs: number;
  /** How long a statement of a request took during the job, and without a job: the 99th percentile. */
  readonly besideMs: number;
  readonly quietMs: number;
  /** The filled tables that a statement read from end to end, and how often. */
  readonly readWhole: Readonly<Record<string, number>>;
  /** What the log said to be wrong. */
  readonly errors: readonly string[];
}

export interface Trying extends Preparing {
  readonly jobs: readonly Job[];
  /** The connections of the jobs. */
  readonly pool: Database["pool"];
  /** The clock of the jobs. */
  readonly clock: { now: Date };
  /** What the jobs logged so far. */
  readonly errors: string[];
  /** Statements that took less are not told; by default all are. To tell of each that a cascade runs takes long. */
  readonly toldMs?: number;
  /** What a request does with the database: it is repeated before and while a job runs. */
  readonly request: () => Promise<unknown>;
  /** How long nothing else runs before each job: what the figure `quietMs` is measured in. */
  readonly quietForMs?: number;
  readonly said: (measured: MeasuredJob) => void;
  readonly isChosen?: (name: string) => boolean;
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}
/** What was told of the statements since a job began. A purge has millions of them, so none is kept. */
interface Told {
  statements: number;
  longestMs: number;
  /** The tables that were read from end to end, and how often. */
  whole: Record<string, number>;
}

export const nameOf = ({ job, part }: Case): string => (part === undefined ? job : `${job}: ${part}`);

/** Tries all jobs, one after the other. */
export async function measureJobs(trying: Trying): Promise<readonly MeasuredJob[]> {
  await dropChecks(trying.superuser);
  const told: Told = { statements: 0, longestMs: 0, whole: {} };
  await explain(trying, told);
  const all: MeasuredJob[] = [];
  for (const one of CASES.filter((one) => trying.isChosen?.(nameOf(one)) ?? true)) {
    const measured = await measure(one, trying, told);
    all.push(measured);
    trying.said(measured);
  }
  return all;
}

async function measure(one: Case, trying: Trying, told: Told): Promise<MeasuredJob> {
  const { jobs, superuser, clock, errors, rows } = trying;
  const job = jobs.find(({ name }) => name === one.job);
  if (job === undefined) throw new Error(`there is no job ${one.job}`);
  await fill(superuser, one.tables, rows);
  for (const statement of one.statements ?? []) await superuser.pool.query(statement);
  await one.prepare?.(trying);
  clock.now = new Date(FIRST_AT.getTime() + one.runsAfter(rows) * 1000);

  const quietly = repeat(trying.request);
  await new Promise((resolve) => setTimeout(resolve, trying.quietForMs ?? QUIET_MS));
  const quietMs = await quietly.stop();
  Object.assign(told, { statements: 0, longestMs: 0, whole: {} });
  errors.length = 0;
  const watching = watchTransactions(superuser);
  const beside = repeat(trying.request);
  const began = performance.now();
  const result = await job.run().catch((err: unknown) => void errors.push(String(err)));
  const seconds = (performance.now() - began) / 1000;
  return {
    name: nameOf(one),
    rows: Object.keys(one.tables).length === 0 ? 0 : rows,
    handled: handledOf(result),
    seconds,
    statements: told.statements,
    longestStatementMs: told.longestMs,
    longestTransactionMs: Math.max(told.longestMs, await watching.stop()),
    besideMs: await beside.stop(),
    quietMs,
    readWhole: Object.fromEntries(Object.entries(told.whole).filter(([table]) => table in one.tables)),
    errors: [...new Set(errors)],
  };
}

/** A job returns how many rows it handled, or counts by kind. */
function handledOf(result: unknown): number {
  if (typeof result === "number") return result;
  if (Array.isArray(result)) return result.length;
  if (typeof result !== "object" || result === null) return Number(result ?? 0);
  return Object.values(result).reduce((sum: number, value) => sum + (Array.isArray(value) ? 0 : handledOf(value)), 0);
}

function noteWhole({ Plans = [], ...node }: Plan, whole: Told["whole"]): void {
  const table = node["Relation Name"];
  if (node["Node Type"] === "Seq Scan" && table !== undefined) whole[table] = (whole[table] ?? 0) + 1;
  for (const plan of Plans) noteWhole(plan, whole);
}

/** PostgreSQL tells connections of the jobs each statement, those of cascades included. */
async function explain({ pool, superuser, toldMs = 0 }: Trying, told: Told): Promise<void> {
  pool.on("connect", (client) => {
    client.on("notice", ({ message = "" }) => {
      const [, ms, plan] = /^duration: ([\d.]+) ms\s+plan:\n([\s\S]+)$/.exec(message) ?? [];
      if (plan === undefined) return;
      told.statements += 1;
      told.longestMs = Math.max(told.longestMs, Number(ms));
      noteWhole(JSON.parse(plan).Plan, told.whole);
    });
  });
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    `auto_explain.log_min_duration = ${toldMs}`,
    "auto_explain.log_level = 'notice'",
    "auto_explain.log_format = 'json'",
    "auto_explain.log_nested_statements = on",
  ])
    await superuser.pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting.replaceAll("'", "''")}',
                                                            current_database()); END $$`);
  await superuser.pool.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND usename <> current_user`,
  );
  // A pool may give out an ended connection until it has heard of the end.
  while (pool.totalCount > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** How long nothing runs before each job, unless said otherwise. */
const QUIET_MS = 500;

/** Does it every few milliseconds, one after the other. The end tells the 99th percentile of its time. */
function repeat(act: () => Promise<unknown>): { stop(): Promise<number> } {
  const times: number[] = [];
  let stopped = false;
  const repeating = (async () => {
    while (!stopped) {
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await repeating;
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    },
  };
}

const OLDEST = `
  SELECT COALESCE(max(extract(epoch FROM clock_timestamp() - xact_start)) * 1000, 0)::float8 AS ms FROM pg_stat_activity
   WHERE datname = current_database() AND usename <> current_user AND backend_type = 'client backend'`;

/** Looks every 20 milliseconds how long the oldest transaction of the service is open. */
function watchTransactions({ pool }: Pick<Database, "pool">): { stop(): Promise<number> } {
  let [longest, stopped] = [0, false];
  const looking = (async () => {
    while (!stopped) {
      const { rows } = await pool.query<{ ms: number }>(OLDEST);
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await looking;
      return longest;
    },
  };
}
