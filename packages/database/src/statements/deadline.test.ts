/** What was given up changes nothing, when the server gets to it later. */
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../index.ts";
import { batchedUpdate, singleUpdate, updateSql } from "./batching.ts";
import { inTime } from "./deadline.ts";

const STATEMENT_TIMEOUT_MS = 1000;

let test: TestDatabase;
let owner: Client;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new Client({ connectionString: test.connectionString });
  await owner.connect();
  await owner.query("CREATE TABLE thing (id int PRIMARY KEY, stock int NOT NULL)");
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

let proxy: TestProxy;
let database: Database;
beforeEach(async () => {
  await owner.query("TRUNCATE thing; INSERT INTO thing SELECT id, 10 FROM generate_series(1, 50) id");
  proxy = await openProxy(test.connectionString);
  const connectionString = proxy.through(test.connectionString);
  database = openDatabase({ connectionString, max: 2, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  await Promise.all([take(50), database.pool.query("SELECT 1")]); // the connections are open
  await owner.query("UPDATE thing SET stock = 10");
});
afterEach(async () => {
  await proxy.release();
  await database.close();
  await proxy.close();
});

const SINGLE = {
  name: "take",
  text: `UPDATE thing SET stock = stock - 1 WHERE id = $1 AND ${inTime(2)} RETURNING to_json(stock)`,
};
const take = (id: number) => database.pipelined.change({ ...SINGLE, values: [id] });

const taking = (locked: string) =>
  updateSql(
    "id int",
    `held AS (
    SELECT asked.ordinality, found.id FROM asked CROSS JOIN LATERAL (
      SELECT t.id FROM thing t WHERE t.id = asked.id FOR NO KEY UPDATE ${locked}) found
  ), changed AS (
    UPDATE thing SET stock = stock - 1 FROM held WHERE thing.id = held.id
    RETURNING held.ordinality, row_to_json(thing) AS "row"
  )`,
  );
const UPDATE = {
  batch: { name: "take-many", text: taking("SKIP LOCKED") },
  single: { name: "take-one", text: taking("") },
};
const takeMany = () => {
  const one = batchedUpdate<{ id: number }, { stock: number }>(database.pipelined, UPDATE);
  return Promise.all([1, 2, 3].map((id) => one({ id })));
};
const takeAlone = () => singleUpdate<{ id: number }, { stock: number }>(database.pipelined, UPDATE.single)({ id: 1 });

const changed = async () => (await owner.query("SELECT id FROM thing WHERE stock <> 10 ORDER BY id")).rows;

describe("O1: a change that was given up while the server stood still is not made afterwards", () => {
  it.each([
    ["a statement of its own", () => take(1)],
    ["a batch of keys", takeMany],
    ["one key by itself", takeAlone],
    ["a statement of the pool", () => database.pool.query("UPDATE thing SET stock = 0 WHERE id = 1")],
  ])("%s", async (_, change) => {
    proxy.hold();
    await expect(change()).rejects.toThrow(/timeout|terminated/);
    await proxy.release();
    expect(await changed()).toEqual([]);
    await change(); // it is made when it is asked for again
    expect(await changed()).not.toEqual([]);
  });

  it("a transaction of which only the end is missing", async () => {
    const client = await database.pool.connect();
    client.on("error", () => {});
    await client.query("BEGIN");
    await client.query("UPDATE thing SET stock = 0 WHERE id = 1");
    proxy.hold();
    await expect(client.query("COMMIT")).rejects.toThrow();
    client.release(true);
    await proxy.release();
    expect(await changed()).toEqual([]);
  });
});

describe("O1: a change that waits for a lock until no one waits for it is not made", () => {
  it("if the lock is free only after its deadline", async () => {
    const other = new Client({ connectionString: test.connectionString });
    await other.connect();
    await owner.query("BEGIN; SELECT FROM thing WHERE id = 1 FOR UPDATE");
    const values = [JSON.stringify([{ id: 1 }]), new Date(Date.now() + 500)];
    const outcome = other.query(UPDATE.single.text, values).catch((err: unknown) => err);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await owner.query("COMMIT");
    expect(await outcome).toMatchObject({ code: "57D01" });
    await other.end();
    expect(await changed()).toEqual([]);
  });
});

describe("a statement that changes rows has its deadline, or is not sent", () => {
  it.each([
    ["a change that is sent as a question", () => database.pipelined.query({ ...SINGLE, values: [1] })],
    [
      "a change without its deadline",
      () => database.pipelined.change({ name: "bare", text: "UPDATE thing SET stock = 0", values: [] }),
    ],
  ])("%s", async (_, send) => {
    await expect(send()).rejects.toThrow("deadline");
    expect(await changed()).toEqual([]);
  });

  it("a question that locks rows is not a change", async () => {
    const text = "SELECT to_json(id) FROM thing WHERE id = 1 FOR NO KEY UPDATE";
    expect((await database.pipelined.query({ name: "locks", text, values: [] })).rows).toEqual([1]);
  });
});
