/** A synchronous standby is away, and no commit ends: reads go on, and PostgreSQL keeps connections for others. */
import { chmodSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ReplicatingServer, startReplicating } from "@countersign/dev/test-postgres-pair";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { inTime } from "../statements/deadline.ts";

const MAX = 2;
let folder: string;
let server: ReplicatingServer;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-crowd-"));
  chmodSync(folder, 0o711);
  server = await startReplicating(join(folder, "a"));
  await server.query("CREATE ROLE service LOGIN PASSWORD 'service' IN ROLE pg_write_all_data, pg_read_all_data");
  await server.query("CREATE TABLE made (id int)");
  await server.query(await readFile(new URL("../../objects/came_in_time.sql", import.meta.url), "utf8"));
  const connectionString = server.url.replace(/\/\/.*@/, "//service:service@");
  database = openDatabase({ connectionString, max: MAX, statementTimeoutMs: 1000 });
}, 120_000);

afterAll(async () => {
  await server?.kill(); // first, so that nothing waits for the commits
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const outcome = (work: Promise<unknown>) => work.then(() => "done", String);
const insert = () => outcome(database.pool.query("INSERT INTO made VALUES (1)"));
const change = () => {
  const text = `INSERT INTO made SELECT 2 WHERE ${inTime(1)}`;
  return outcome(database.pipelined.change({ name: "change", text, values: [] }));
};
const read = () => database.pipelined.query<number>({ name: "read", text: "SELECT to_json(1)", values: [] });
const COUNT = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'service'";
const sessions = async () => (await server.query<{ n: number }>(COUNT))[0]?.n ?? 0;

describe("O8: the only synchronous standby is away", { timeout: 120_000 }, () => {
  it("sessions are bounded, every read is answered, and changes are made when it is back", async () => {
    expect([await insert(), await change()]).toEqual(["done", "done"]);
    await server.set({ synchronous_standby_names: "away" });
    // The checkpointer tells the sessions, when it has read the setting itself.
    await expect.poll(insert, { timeout: 30_000 }).not.toBe("done");

    let most = 0;
    const refused = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const changes = Array.from({ length: 6 }, () => [insert(), change()]).flat();
      expect((await read()).rows).toEqual([1]);
      for (const one of await Promise.all(changes)) refused.add(one);
      most = Math.max(most, await sessions());
    }
    expect(refused).not.toContain("done");
    expect([...refused].join()).toContain("wait for a standby");
    // Those that may wait, those of both kinds that were sent at once with the last of them, and those that read.
    expect(most).toBeLessThanOrEqual(2 * MAX + 2 * MAX + MAX);

    await server.set({});
    await expect.poll(insert, { timeout: 30_000 }).toBe("done");
    await expect.poll(change, { timeout: 30_000 }).toBe("done");
  });
});
