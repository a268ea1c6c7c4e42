/** Tests of transactions whose host falls silent: it sends no reset and no answer. */
import { type Database, openDatabase } from "@countersign/database";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../../testing/world.ts";
import { isDatabaseOutage } from "../http/outage.ts";
import { inTransaction } from "../stores/transaction.ts";
import { inPrismaTransaction } from "./records.ts";

const MOST = 4;
const STATEMENT_TIMEOUT_MS = 2000;
/** How long an answer is waited for: a second longer than the statement may run. */
const ANSWER_TIMEOUT_MS = 3000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Waiting {
  /** Resolves once its transaction has begun. */
  readonly begun: Promise<void>;
  readonly outcome: Promise<unknown>;
}

/** Begins a transaction, and sends its second statement when it may go on. */
type Begin = (database: Database, mayGoOn: Promise<void>) => Waiting;

const plain: Begin = (database, mayGoOn) => {
  const begun = Promise.withResolvers<void>();
  const outcome = inTransaction(database.pool, async (query) => {
    begun.resolve();
    await mayGoOn;
    await query("SELECT 1", []);
  });
  return { begun: begun.promise, outcome };
};

const ofPrisma: Begin = (database, mayGoOn) => {
  const begun = Promise.withResolvers<void>();
  const outcome = inPrismaTransaction(database, async (records) => {
    await records.endUser.count();
    begun.resolve();
    await mayGoOn;
    await records.endUser.count();
  });
  return { begun: begun.promise, outcome };
};

/** All connections of a pool are in transactions when the host falls silent. */
async function silenced(begin: Begin): Promise<{ proxy: TestProxy; database: Database; failures: unknown[] }> {
  const proxy = await openProxy(world.connectionString);
  const connectionString = proxy.through(world.connectionString);
  const database = openDatabase({ connectionString, max: MOST, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  const go = Promise.withResolvers<void>();
  const waiting = Array.from({ length: MOST }, () => begin(database, go.promise));
  const outcomes = Promise.allSettled(waiting.map(({ outcome }) => outcome));
  await Promise.all(waiting.map(({ begun }) => begun));
  proxy.silence();
  go.resolve();
  const failures = (await outcomes).map((outcome) => (outcome.status === "rejected" ? outcome.reason : undefined));
  return { proxy, database, failures };
}

describe.each([
  ["plain transactions", plain],
  ["transactions of Prisma Client", ofPrisma],
])("A12, dos-41: %s on every connection of the pool, when the host falls silent", (_, begin) => {
  it("fail after one unanswered statement, and leave a pool that is good at once", async () => {
    const began = performance.now();
    const { proxy, database, failures } = await silenced(begin);
    for (const failure of failures) expect(failure).toMatchObject({ message: "Query read timeout" });
    // Two unanswered statements would take twice as long.
    expect(performance.now() - began).toBeLessThan(ANSWER_TIMEOUT_MS * 2 - 200);

    const next = await Promise.allSettled(Array.from({ length: MOST }, () => database.pool.query("SELECT 1")));
    expect(next.map(({ status }) => status)).toEqual(Array(MOST).fill("fulfilled"));
    await database.close();
    await proxy.close();
  });
});

describe("A12: a transaction of Prisma Client", () => {
  const pidIn = async (database: Database) =>
    inPrismaTransaction(database, async (records) => {
      const [row] = await records.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      return row?.pid;
    });
  const openOne = (options = {}) => openDatabase({ connectionString: world.connectionString, max: 1, ...options });

  it("gives its connection back if PostgreSQL or the caller's function failed", async () => {
    const database = openOne();
    const pid = await pidIn(database);
    await expect(inPrismaTransaction(database, (records) => records.$queryRaw`SELECT 1 / 0`)).rejects.toThrow(
      "division by zero",
    );
    const refused = inPrismaTransaction(database, async () => {
      throw new Error("not today");
    });
    await expect(refused).rejects.toThrow("not today");
    expect(await pidIn(database)).toBe(pid);
    await database.close();
  });

  it.each(["08006", "57P01", "25006"])("closes its connection if PostgreSQL said %s", async (code) => {
    const database = openOne();
    const pid = await pidIn(database);
    const failing = inPrismaTransaction(database, (records) =>
      records.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '${code}'; END $$`),
    );
    await expect(failing).rejects.toMatchObject({ code });
    expect(await pidIn(database)).not.toBe(pid);
    await database.close();
  });

  it("takes as long in all as its database allows, and its connection is free then", async () => {
    const database = openOne({ transactionTimeoutMs: 300 });
    const slow = inPrismaTransaction(database, async (records) => {
      for (let turn = 0; turn < 20; turn++) await records.$queryRaw`SELECT pg_sleep(0.1)::text`;
    });
    await expect(slow).rejects.toSatisfy(isDatabaseOutage);
    expect((await database.pool.query("SELECT 1")).rowCount).toBe(1);
    await database.close();
  });
});
