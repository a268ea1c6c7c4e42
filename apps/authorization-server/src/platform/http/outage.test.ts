import { openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { describe, expect, it } from "vitest";
import { isDatabaseOutage } from "./outage.ts";

const failed = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe("a temporary outage of the database: 503, not 500", () => {
  it.each([
    ["a refused connection", failed("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED")],
    ["a connection that broke", failed("read ECONNRESET", "ECONNRESET")],
    ["a server that is stopped", failed("terminating connection due to administrator command", "57P01")],
    ["a statement that took too long", failed("canceling statement due to statement timeout", "57014")],
    ["too many connections", failed("sorry, too many clients already", "53300")],
    ["a server that may only read", failed("cannot execute INSERT in a read-only transaction", "25006")],
    ["a connection that ended", failed("Connection terminated unexpectedly")],
    ["an exhausted pool", failed("timeout exceeded when trying to connect")],
    ["a shared connection that cannot be opened in time", failed("timeout expired")],
    ["a host that does not answer", failed("Query read timeout")],
    [
      "a transaction that PostgreSQL terminated",
      failed("terminating connection due to idle-in-transaction timeout", "25P03"),
    ],
    ["a serialization failure", failed("could not serialize access", "40001")],
    ["a statement that was cancelled to end a deadlock", failed("deadlock detected", "40P01")],
    ["a lock that was not available", failed("canceling statement due to lock timeout", "55P03")],
  ])("includes %s", (_, err) => {
    expect(isDatabaseOutage(err)).toBe(true);
  });

  it.each([
    ["an invalid statement", failed("syntax error", "42601")],
    ["a row that already exists", failed("duplicate key", "23505")],
    ["an error in our own code", new TypeError("x is not a function")],
    ["a value that is no error", "ECONNREFUSED"],
  ])("does not include %s", (_, err) => {
    expect(isDatabaseOutage(err)).toBe(false);
  });

  it.each([
    ["was dropped", async (drop: () => Promise<void>) => drop(), { connectionString: undefined }],
    ["refuses connections", async () => {}, { connectionString: "postgres://x:x@127.0.0.1:1/x" }],
  ])("includes the driver's error for a database that %s", async (_, before, changes) => {
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
