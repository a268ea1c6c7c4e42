/** Tests of connections that break, or that lead to a server which is read-only. */
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { Client, type PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import type { Statements } from "../statements/pipelined.ts";
import { pipelined, timed } from "../testing/calls.ts";
import { openUserinfoDatabase } from "../userinfo.ts";

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
/** Waits for the end of a connection. `cause` ends it. */
async function ended(connection: PoolClient, cause: () => Promise<unknown>) {
  const end = new Promise((resolve) => connection.once("end", resolve));
  await Promise.all([end, cause()]);
}

const name = () => `"${new URL(test.connectionString).pathname.slice(1)}"`;

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

  it("when PostgreSQL ends it after an idle timeout (25P03)", async () => {
    const connection = await database.pool.connect();
    await connection.query("SET idle_in_transaction_session_timeout = 100");
    await ended(connection, () => connection.query("BEGIN"));
    await expect(connection.query("COMMIT")).rejects.toThrow();
    connection.release();
    expect((await timed(database.pool.query("SELECT 1"))).outcome).toBe("answered");
  });

  it("while it is idle, and while it is checked out of the pool", async () => {
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

describe("a server that has become read-only, such as a demoted primary (25006)", () => {
  afterEach(() => administrator.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`));

  it.each([
    ["the pool", () => database.pool.query("CREATE TABLE IF NOT EXISTS written ()")],
    ["the shared connections", () => pipelined(database.pipelined, "CREATE TABLE IF NOT EXISTS written ()")],
  ])("is left by %s for the server that accepts writes", async (_, write) => {
    await administrator.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    const open = Array.from({ length: MOST }, () => [
      database.pool.query("SELECT 1 FROM pg_sleep(0.1)"),
      pipelined(database.pipelined, "SELECT 1 FROM pg_sleep(0.1)"),
    ]);
    await Promise.all(open.flat());
    expect((await timed(write())).outcome).toMatch(/read-only transaction/);
    await administrator.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);

    await pause(1100);
    await timed(write()); // This statement reports the error. The connections may just have been replaced.
    for (const call of [
      write,
      () => database.pool.query("CREATE TABLE IF NOT EXISTS written ()"),
      () => pipelined(database.pipelined, "CREATE TABLE IF NOT EXISTS written ()"),
    ]) {
      expect((await timed(call())).outcome).toBe("answered");
    }
  });
});

describe("a connection that PostgreSQL reports as lost is not used again", () => {
  const raise = (code: string) => `DO 'BEGIN RAISE SQLSTATE ''${code}''; END'`;
  const codes = ["08000", "08003", "08006", "08P01", "57P01", "57P02", "57P03"];

  it.each(codes)("%s: a shared connection", async (code) => {
    const one = openDatabase({ connectionString: test.connectionString, max: 1 });
    const pid = async () =>
      (await one.pipelined.query({ name: "pid", text: "SELECT to_json(pg_backend_pid())", values: [] })).rows[0];
    const before = await pid();
    await expect(pipelined(one.pipelined, raise("22012"))).rejects.toMatchObject({ code: "22012" });
    expect(await pid()).toBe(before);
    await expect(pipelined(one.pipelined, raise(code))).rejects.toMatchObject({ code });
    expect(await pid()).not.toBe(before);
    await one.close();
  });

  it.each([...codes, "25006"])("%s: a connection of the pool", async (code) => {
    const before = await pidOf(database.pool);
    await expect(database.pool.query(raise(code))).rejects.toMatchObject({ code });
    expect(await pidOf(database.pool)).not.toBe(before);
  });
});

describe("dos-26: read-only connections that outlived a switchover", () => {
  /** Connections that were opened before lead to a standby now, as with a proxy that keeps old connections. */
  async function demoteThoseOfNow() {
    await administrator.query(
      `INSERT INTO standby SELECT pid FROM pg_stat_activity WHERE datname = current_database()`,
    );
  }
  beforeAll(async () => {
    await administrator.query(`CREATE TABLE standby (pid int)`);
    await administrator.query(
      `CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql
           AS 'SELECT EXISTS (SELECT FROM standby WHERE pid = pg_backend_pid())'`,
    );
    await administrator.query(`ALTER DATABASE ${name()} SET search_path = public, pg_catalog`);
  });
  afterEach(() => administrator.query("DELETE FROM standby"));
  afterAll(() => administrator.query(`ALTER DATABASE ${name()} RESET search_path`));

  const isStandby = async (userinfo: Pick<Statements, "query">) =>
    (await userinfo.query({ name: "standby", text: "SELECT to_json(pg_is_in_recovery())", values: [] })).rows[0];
  const onEach = (userinfo: Pick<Statements, "query">) =>
    Promise.all(Array.from({ length: MOST * 3 }, () => isStandby(userinfo)));

  it("are replaced when the readiness check finds a standby in place of a primary", async () => {
    const told: string[] = [];
    const userinfo = openUserinfoDatabase(test.connectionString, {
      max: MOST,
      onError: (err) => told.push(err.message),
    });
    await Promise.all([userinfo.check(), onEach(userinfo)]);
    await demoteThoseOfNow();
    expect(new Set(await onEach(userinfo))).toEqual(new Set([true]));
    await userinfo.check();
    expect(new Set(await onEach(userinfo))).toEqual(new Set([false]));
    expect(told).toEqual(["the database was a primary and is a standby now: its connections are replaced"]);

    await userinfo.check();
    expect(told).toHaveLength(1);
    await userinfo.close();
  });

  it("are replaced each time, until they lead to a primary", async () => {
    const told: string[] = [];
    const userinfo = openUserinfoDatabase(test.connectionString, { max: 1, onError: (err) => told.push(err.message) });
    await userinfo.check();
    for (let times = 1; times <= 3; times++) {
      await demoteThoseOfNow();
      await userinfo.check();
      expect([told.length, await isStandby(userinfo)]).toEqual([times, false]);
    }
    await userinfo.close();
  });

  it("are kept if the first server was a standby already: the deployment chose a replica", async () => {
    const told: string[] = [];
    const userinfo = openUserinfoDatabase(test.connectionString, {
      max: MOST,
      onError: (err) => told.push(err.message),
    });
    await onEach(userinfo);
    await demoteThoseOfNow();
    for (let times = 0; times < 3; times++) await userinfo.check();
    expect([told, new Set(await onEach(userinfo))]).toEqual([[], new Set([true])]);
    await userinfo.close();
  });

  it("are replaced by age if there is no readiness check, and no statement fails", async () => {
    const userinfo = openUserinfoDatabase(test.connectionString, { max: MOST, maxAgeMs: 400 });
    await onEach(userinfo);
    await demoteThoseOfNow();
    const until = performance.now() + 1200;
    let answers: unknown[] = [];
    while (performance.now() < until) {
      answers = await onEach(userinfo);
      await pause(5);
    }
    expect(new Set(answers)).toEqual(new Set([false]));
    await userinfo.close();
  });
});
