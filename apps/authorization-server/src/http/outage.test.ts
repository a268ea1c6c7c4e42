import { openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { describe, expect, it } from "vitest";
import { isDatabaseOutage } from "./outage.ts";

const failed = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe("an outage of the database passes by itself: 503, not 500", () => {
  it.each([
    ["a refused connection", failed("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
    ["a connection that broke", failed("read ECONNRESET", "ECONNRESET")],
    ["a server that is stopped", failed("terminating connection due to administrator command", "57P01")],
    ["a statement that took too long", failed("canceling statement due to statement timeout", "57014")],
    ["too many connections", failed("sorry, too many clients already", "53300")],
    ["a server that may only read", failed("cannot execute INSERT in a read-only transaction", "25006")],
    ["a connection that ended", failed("Connection terminated unexpectedly")],
    ["a pool that is used up", failed("timeout exceeded when trying to connect")],
    ["a shared connection that cannot be made in time", failed("timeout expired")],
    ["a host that does not answer", failed("Query read timeout")],
    [
      "a transaction that PostgreSQL ended",
      failed("terminating connection due to idle-in-transaction timeout", "25P03"),
    ],
    ["a transaction that another one overtook", failed("could not serialize access", "40001")],
    ["a statement that was undone to end a deadlock", failed("deadlock detected", "40P01")],
    ["a lock that could not be had", failed("canceling statement due to lock timeout", "55P03")],
  ])("is %s", (_, err) => {
    expect(isDatabaseOutage(err)).toBe(true);
  });

  it.each([
    ["a broken statement", failed("syntax error", "42601")],
    ["a row that is there already", failed("duplicate key", "23505")],
    ["a fault of ours", new TypeError("x is not a function")],
    ["what is no error", "ECONNREFUSED"],
  ])("is not %s", (_, err) => {
    expect(isDatabaseOutage(err)).toBe(false);
  });

  it.each([
    ["is not there any more", async (drop: () => Promise<void>) => drop(), { connectionString: undefined }],
    ["refuses connections", async () => {}, { connectionString: "postgres://x:x@127.0.0.1:1/x" }],
  ])("is what the driver says of a database that %s", async (_, before, changes) => {
    const { connectionString, drop } = await createTestDatabase();
    const database = openDatabase({
      connectionString: changes.connectionString ?? connectionString,
      onError: () => {},
    });
    if (changes.connectionString === undefined) await database.pool.query("SELECT 1");
    const running = database.pool.query("SELECT pg_sleep(5)").catch((err: unknown) => err);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await before(drop);
    expect(isDatabaseOutage(await running)).toBe(true);
    await database.close();
    await drop();
  });
});
