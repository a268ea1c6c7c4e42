/** A PostgreSQL whose processes are stopped for longer than a statement may take, and go on. */
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "@countersign/dev";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { migrate } from "../migrate/migrate.ts";
import { inTime } from "../statements/deadline.ts";

const STATEMENT_TIMEOUT_MS = 2000;

let folder: string;
let server: Postgres;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-standstill-"));
  server = await startPostgres({ dataDir: join(folder, "postgres"), temporary: true });
  await migrate(server.connectionString);
  const { connectionString } = server;
  database = openDatabase({ connectionString, max: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}, 120_000);
afterAll(async () => {
  await database?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The server and all its processes. */
function processes(): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
    } catch {
      return undefined; // it has ended
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [server.pid, ...all.filter((pid) => parentOf(pid) === server.pid).map(Number)];
}

const TAKE = `UPDATE thing SET stock = stock - 1 WHERE id = $1 AND ${inTime(2)} RETURNING to_json(stock)`;
const take = (id: number) => database.pipelined.change({ name: "take", text: TAKE, values: [id] });

it.runIf(process.platform === "linux")(
  "O1: what was sent to it and given up is not done when it goes on",
  { timeout: 120_000 },
  async () => {
    await database.pool.query(
      "CREATE TABLE thing (id int, stock int); INSERT INTO thing SELECT id, 10 FROM generate_series(1, 20) id",
    );
    await Promise.all([take(1), take(2), take(3), take(4)]);
    await database.pool.query("UPDATE thing SET stock = 10");
    const transaction = await database.pool.connect();
    transaction.on("error", () => {});
    await transaction.query("BEGIN");
    await transaction.query("UPDATE thing SET stock = 0 WHERE id = 20");
    await Promise.all([1, 2].map(() => database.pool.query("SELECT 1")));

    const stopped = processes();
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
    const outcomes = await Promise.allSettled([
      transaction.query("COMMIT").finally(() => transaction.release(true)),
      ...[5, 6, 7, 8, 9, 10].map(take),
      ...[11, 12, 13].map((id) => database.pool.query("UPDATE thing SET stock = 0 WHERE id = $1", [id])),
    ]);
    for (const pid of stopped) process.kill(pid, "SIGCONT");
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));

    // Once every session of before has ended, nothing is left that could still be done.
    const sessions = `SELECT FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid = ANY ($1)`;
    await expect.poll(async () => (await database.pool.query(sessions, [stopped])).rowCount).toBe(0);
    expect((await database.pool.query("SELECT id, stock FROM thing WHERE stock <> 10")).rows).toEqual([]);
    expect((await take(5)).rows).toEqual([9]);
  },
);
