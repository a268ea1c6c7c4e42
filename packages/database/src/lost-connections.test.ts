/** What becomes of connections that break, go silent, or lead to a server that may only read. */
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { Client, type PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./index.ts";
import { openUserinfoDatabase, type Statements } from "./userinfo.ts";

const MOST = 4;

let test: TestDatabase;
let proxy: TestProxy;
let administrator: Client;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  proxy = await openProxy(test.connectionString);
  administrator = new Client({ connectionString: test.connectionString });
  await administrator.connect();
});
beforeEach(() => {
  database = openDatabase({ connectionString: proxy.through(test.connectionString), max: MOST });
});
afterEach(async () => {
  proxy.mend();
  await database.close();
});
afterAll(async () => {
  await administrator.end();
  await proxy.close();
  await test.drop();
});

const PID = "SELECT pg_backend_pid() AS pid";
const terminate = (pid: unknown) => administrator.query("SELECT pg_terminate_backend($1, 5000)", [pid]);
const pidOf = async (connection: Pick<PoolClient, "query">) => (await connection.query(PID)).rows[0].pid;
const hot = (statements: Pick<Statements, "query">, text = "SELECT 1") =>
  statements.query({ name: text, text, values: [] });

/** Waits for the end of a connection that `cause` ends. */
async function ended(connection: PoolClient, cause: () => Promise<unknown>) {
  const end = new Promise((resolve) => connection.once("end", resolve));
  await Promise.all([end, cause()]);
}

/** What became of a call, and after how many seconds. */
async function timed(call: Promise<unknown>) {
  const began = performance.now();
  const outcome = await call.then(
    () => "answered",
    (err: unknown) => (err instanceof Error ? err.message : String(err)),
  );
  return { outcome, seconds: (performance.now() - began) / 1000 };
}

/** The outcomes of calls, one every quarter of a second, that began within these seconds. */
async function outcomesWithin(seconds: number, call: () => Promise<unknown>) {
  const calls: ReturnType<typeof timed>[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    calls.push(timed(call()));
    await pause(250);
  }
  return Promise.all(calls);
}

describe("dos-40: a connection that breaks during a transaction fails that transaction and nothing else", () => {
  it("between two statements", async () => {
    const connection = await database.pool.connect();
    const pid = await pidOf(connection);
    await connection.query("BEGIN");
    await ended(connection, () => terminate(pid));
    await expect(connection.query("COMMIT")).rejects.toThrow();
    connection.release();
    expect(await pidOf(database.pool)).not.toBe(pid);
  });

  it("during a statement", async () => {
    const connection = await database.pool.connect();
    const pid = await pidOf(connection);
    await connection.query("BEGIN");
    const outcome = timed(connection.query("SELECT pg_sleep(20)"));
    await ended(connection, () => terminate(pid));
    expect((await outcome).outcome).toMatch(/terminating connection/);
    connection.release();
    expect(await pidOf(database.pool)).not.toBe(pid);
  });

  it("when PostgreSQL ends it, because nothing was asked for too long (25P03)", async () => {
    const connection = await database.pool.connect();
    await connection.query("SET idle_in_transaction_session_timeout = 100");
    await ended(connection, () => connection.query("BEGIN"));
    await expect(connection.query("COMMIT")).rejects.toThrow();
    connection.release();
    expect((await timed(database.pool.query("SELECT 1"))).outcome).toBe("answered");
  });

  it("while it is idle, and while it is taken out of the pool", async () => {
    const pid = await pidOf(database.pool);
    const taken = database.pool.connect();
    proxy.cut();
    const connection = await taken.catch(() => undefined);
    connection?.release();
    proxy.mend();
    await expect.poll(async () => (await timed(database.pool.query("SELECT 1"))).outcome).toBe("answered");
    expect(await pidOf(database.pool)).not.toBe(pid);
  });
});

describe("dos-41: a host that falls silent is noticed within ten seconds", { timeout: 40_000 }, () => {
  const warm = async () => {
    const all = () => Array.from({ length: MOST * 3 }, () => [database.pool.query("SELECT 1"), hot(database.hot)]);
    await Promise.all(all().flat());
  };

  it("the pool and the shared connections answer again, whoever waited on the old ones", async () => {
    await warm();
    proxy.silence();
    const [pooled, shared] = await Promise.all([
      outcomesWithin(12, () => database.pool.query("SELECT 1")),
      outcomesWithin(12, () => hot(database.hot)),
    ]);
    for (const calls of [pooled, shared]) {
      for (const { seconds } of calls) expect(seconds).toBeLessThan(10);
      expect(calls.slice(-8).map(({ outcome }) => outcome)).toEqual(Array(8).fill("answered"));
    }
  });

  it("one statement that is not answered is enough to replace the connections of both", async () => {
    await warm();
    proxy.silence();
    expect(await timed(database.pool.query("SELECT 1"))).toMatchObject({ outcome: "Query read timeout" });
    const after = [
      database.pool.query("SELECT 1"),
      hot(database.hot),
      database.pool.query("SELECT 1"),
      hot(database.hot),
    ];
    for (const { outcome, seconds } of await Promise.all(after.map(timed))) {
      expect([outcome, seconds < 2]).toEqual(["answered", true]);
    }
  });

  it("a host that swallows new connections, too, fails in bounded time, and answers when it is back", async () => {
    await warm();
    proxy.swallow();
    const meanwhile = [database.pool.query("SELECT 1"), hot(database.hot)].map(timed);
    for (const { outcome, seconds } of await Promise.all(meanwhile)) {
      expect([outcome === "answered", seconds < 10]).toEqual([false, true]);
    }
    const connecting = [database.pool.query("SELECT 1"), hot(database.hot)].map(timed);
    for (const { outcome, seconds } of await Promise.all(connecting)) {
      expect([outcome === "answered", seconds < 10]).toEqual([false, true]);
    }

    proxy.mend();
    const [pooled, shared] = await Promise.all([
      outcomesWithin(1, () => database.pool.query("SELECT 1")),
      outcomesWithin(1, () => hot(database.hot)),
    ]);
    expect([pooled.at(-1)?.outcome, shared.at(-1)?.outcome]).toEqual(["answered", "answered"]);
  });

  it("the resource server's connections answer again, too", async () => {
    const userinfo = openUserinfoDatabase(proxy.through(test.connectionString), { max: MOST });
    await Promise.all(Array.from({ length: MOST * 3 }, () => hot(userinfo)));
    proxy.silence();
    const calls = await outcomesWithin(12, () => hot(userinfo));
    for (const { seconds } of calls) expect(seconds).toBeLessThan(10);
    expect(calls.slice(-8).map(({ outcome }) => outcome)).toEqual(Array(8).fill("answered"));
    await userinfo.close();
  });
});

describe("a server that may only read now, as a demoted primary (25006)", () => {
  const name = () => `"${new URL(test.connectionString).pathname.slice(1)}"`;
  afterEach(() => administrator.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`));

  it.each([
    ["the pool", () => database.pool.query("CREATE TABLE IF NOT EXISTS written ()")],
    ["the shared connections", () => hot(database.hot, "CREATE TABLE IF NOT EXISTS written ()")],
  ])("is left by %s, for the one that writes", async (_, write) => {
    await administrator.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    const open = Array.from({ length: MOST }, () => [
      database.pool.query("SELECT 1 FROM pg_sleep(0.1)"),
      hot(database.hot, "SELECT 1 FROM pg_sleep(0.1)"),
    ]);
    await Promise.all(open.flat());
    expect((await timed(write())).outcome).toMatch(/read-only transaction/);
    await administrator.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);

    await pause(1100);
    await timed(write()); // the one that tells, where the connections were just replaced
    for (const call of [
      write,
      () => database.pool.query("CREATE TABLE IF NOT EXISTS written ()"),
      () => hot(database.hot, "CREATE TABLE IF NOT EXISTS written ()"),
    ]) {
      expect((await timed(call())).outcome).toBe("answered");
    }
  });
});
