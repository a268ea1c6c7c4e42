import type { Database } from "@countersign/database";
import { openDatabase } from "@countersign/database";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../../testing/world.ts";
import { inTransaction } from "./transaction.ts";

let world: World;
let proxy: TestProxy;
let database: Database;
beforeAll(async () => {
  world = await openWorld();
  proxy = await openProxy(world.connectionString);
  database = openDatabase({
    connectionString: proxy.through(world.connectionString),
    max: 1,
    statementTimeoutMs: 500,
  });
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await world.close();
});

const PID = "SELECT pg_backend_pid() AS pid";
const pidOf = () => inTransaction(database.pool, async (query) => (await query(PID, []))[0]?.pid);

describe("a failed transaction", () => {
  it("rolls back and keeps its connection, if PostgreSQL or the caller's function failed", async () => {
    const pid = await pidOf();
    await expect(inTransaction(database.pool, (query) => query("SELECT 1 / 0", []))).rejects.toThrow(
      "division by zero",
    );
    const refused = inTransaction(database.pool, async () => {
      throw new Error("not today");
    });
    await expect(refused).rejects.toThrow("not today");
    expect(await pidOf()).toBe(pid);
  });

  it("does not wait for a second answer, if the host did not answer once", async () => {
    const began = performance.now();
    const silenced = inTransaction(database.pool, async (query) => {
      proxy.silence();
      return query("SELECT 1", []);
    });
    await expect(silenced).rejects.toThrow("Query read timeout");
    expect(performance.now() - began).toBeLessThan(2900); // The timeout for one answer is 1.5 seconds.
    expect(await pidOf()).toEqual(expect.any(Number));
  });

  it("discards its connection, if that was lost between two statements", async () => {
    const ended = inTransaction(database.pool, async (query) => {
      const [row] = await query(PID, []);
      await world.rows("SELECT pg_terminate_backend($1, 5000)", [row?.pid]);
      return query("SELECT 1", []);
    });
    await expect(ended).rejects.toThrow();
    expect(await pidOf()).toEqual(expect.any(Number));
  });

  it.each(["08000", "08006", "57P01", "57P02", "57P03", "25006"])(
    "discards its connection, if PostgreSQL reported by %s that it is lost or read-only",
    async (code) => {
      const pid = await pidOf();
      const text = `DO 'BEGIN RAISE SQLSTATE ''${code}''; END'`;
      await expect(inTransaction(database.pool, (query) => query(text, []))).rejects.toMatchObject({ code });
      expect(await pidOf()).not.toBe(pid);
    },
  );
});

describe("A10: a transaction of a job", () => {
  it("has a timeout of its own, and the connection has its usual one again after it", async () => {
    const sleep = "SELECT pg_sleep(1)";
    await inTransaction(database.pool, (query) => query(sleep, []), { statementTimeoutMs: 10_000 });
    await expect(inTransaction(database.pool, (query) => query(sleep, []))).rejects.toThrow("statement timeout");
    const short = inTransaction(database.pool, (query) => query(sleep, []), { statementTimeoutMs: 100 });
    await expect(short).rejects.toThrow("statement timeout");
  });
});
