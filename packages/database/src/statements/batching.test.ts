import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { Client, DatabaseError } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BatchedUpdate, batchedLookup, batchedUpdate, lookupSql, singleUpdateSql, updateSql } from "./batching.ts";
import { openStatements, type Statements } from "./pipelined.ts";
import type { Statement } from "./statement.ts";

let database: TestDatabase;
let owner: Client;
let connections: Statements;
/** The names of the statements that were sent, in order. */
let sent: string[];
const statements: Pick<Statements, "query" | "change"> = {
  query(statement: Statement) {
    sent.push(statement.name);
    return connections.query(statement);
  },
  change(statement: Statement) {
    sent.push(statement.name);
    return connections.change(statement);
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.connectionString });
  await owner.connect();
  await owner.query("CREATE TABLE thing (id int PRIMARY KEY, stock int NOT NULL CHECK (stock >= 0))");
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  sent = [];
  const { connectionString } = database;
  connections = openStatements({ connectionString, connections: 2, answerTimeoutMs: 2000, onError: () => {} });
  await owner.query("TRUNCATE thing");
  await owner.query("INSERT INTO thing SELECT id, 10 FROM generate_series(1, 200) id");
});
afterEach(() => connections.close());

const numbers = Array.from({ length: 150 }, (_, index) => index + 1);

describe("lookups that are started in one turn of the event loop", () => {
  const LOOKUP = { name: "find", text: lookupSql("id int", "SELECT id, stock FROM thing WHERE id = asked.id") };
  const open = () => batchedLookup<{ id: number }, { id: number; stock: number }>(statements, LOOKUP);

  it("share as few statements as possible, and each lookup gets its own row", async () => {
    const find = open();
    const rows = await Promise.all(numbers.map((id) => find({ id })));
    expect(rows.map((row) => row?.id)).toEqual(numbers);
    expect(sent).toEqual(["find", "find", "find"]);
  });

  it("return nothing for an unknown key, and the same row for the same key", async () => {
    const find = open();
    const rows = await Promise.all([7, 999, 8, 7].map((id) => find({ id })));
    expect(rows.map((row) => row?.id)).toEqual([7, undefined, 8, 7]);
    expect(sent).toHaveLength(1);
  });

  it("are sent at the end of the turn, and a lookup of the next turn reads again", async () => {
    const find = open();
    const before = find({ id: 1 });
    expect(sent).toEqual([]);
    await before;
    await owner.query("UPDATE thing SET stock = 3 WHERE id = 1");
    expect(await find({ id: 1 })).toEqual({ id: 1, stock: 3 });
    expect(sent).toHaveLength(2);
  });

  it("dos-42: only the key that PostgreSQL cannot read fails", async () => {
    const text = lookupSql("id int, name text", "SELECT id FROM thing WHERE id = asked.id AND asked.name IS NOT NULL");
    const find = batchedLookup<{ id: number; name: string }, { id: number }>(statements, { name: "find named", text });
    const keys = [1, 2, 3].map((id) => ({ id, name: id === 2 ? "\u0000" : "a" }));
    const outcomes = await Promise.allSettled(keys.map(find));
    expect(outcomes.map((outcome) => ("value" in outcome ? outcome.value?.id : outcome.reason.code))).toEqual([
      1,
      "22P05",
      3,
    ]);
  });

  it("are sent together with the lookups of the next turn", async () => {
    const find = open();
    const first = find({ id: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    const rows = await Promise.all([first, find({ id: 2 })]);
    expect(rows.map((row) => row?.id)).toEqual([1, 2]);
    expect(sent).toHaveLength(1);
  });

  it("fail together when their statement fails", async () => {
    const find = open();
    await owner.query("ALTER TABLE thing RENAME TO elsewhere");
    const outcomes = await Promise.allSettled([find({ id: 1 }), find({ id: 2 })]);
    await owner.query("ALTER TABLE elsewhere RENAME TO thing");
    expect(outcomes.map((outcome) => "reason" in outcome && outcome.reason.code)).toEqual(["42P01", "42P01"]);
    expect(sent).toHaveLength(1);
    await expect(find({ id: 1 })).resolves.toMatchObject({ id: 1 });
  });
});

describe("updates that are started in one turn of the event loop", () => {
  /** Takes an amount from the stock of a thing. A CHECK constraint refuses more than the stock. */
  const taking = (locked: string) =>
    updateSql(
      "id int, take int",
      `held AS MATERIALIZED (
        SELECT asked.*, found.id AS "found" FROM asked CROSS JOIN LATERAL (
          SELECT t.id FROM thing t
           WHERE t.id = asked.id AND t.stock > 0 OFFSET 0 FOR NO KEY UPDATE OF t ${locked}) found
      ), changed AS (
        UPDATE thing t SET stock = t.stock - held.take FROM held WHERE t.id = held.id
        RETURNING held.ordinality, json_build_object('id', t.id, 'left', t.stock) AS "row"
      )`,
    );
  const TAKE: BatchedUpdate = {
    batch: { name: "take many", text: taking("SKIP LOCKED") },
    single: { name: "take", text: taking("") },
  };
  const open = (change = TAKE) =>
    batchedUpdate<{ id: number; take: number }, { id: number; left: number }>(statements, change);

  it("share as few statements as possible, and each update gets its own result", async () => {
    const take = open();
    const rows = await Promise.all(numbers.map((id) => take({ id, take: 1 })));
    expect(rows).toEqual(numbers.map((id) => ({ id, left: 9 })));
    expect(sent).toEqual(["take many", "take many", "take many"]);
  });

  it("use the single statement when there is only one update", async () => {
    expect(await open()({ id: 1, take: 4 })).toEqual({ id: 1, left: 6 });
    expect(sent).toEqual(["take"]);
  });

  it("use the single statement for an update that the batch statement skipped", async () => {
    const take = open();
    expect(await Promise.all([take({ id: 1, take: 1 }), take({ id: 999, take: 1 })])).toEqual([
      { id: 1, left: 9 },
      undefined,
    ]);
    expect(sent).toEqual(["take many", "take"]);
  });

  it("run once for each caller, also on the same row", async () => {
    const take = open();
    const rows = await Promise.all([1, 2, 3].map(() => take({ id: 1, take: 1 })));
    expect(rows.map((row) => row?.left).sort()).toEqual([7, 8, 9]);
  });

  it("succeed for the other callers when one is refused", async () => {
    const take = open();
    const outcomes = await Promise.allSettled([take({ id: 1, take: 1 }), take({ id: 2, take: 11 })]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: { id: 1, left: 9 } },
      { status: "rejected", reason: { code: "23514" } },
    ]);
    expect(sent).toEqual(["take many", "take", "take"]);
  });

  it("wait for no lock but the lock of their own row", async () => {
    const take = open();
    await owner.query("BEGIN; SELECT FROM thing WHERE id = 2 FOR UPDATE");
    const settled: number[] = [];
    const asked = [1, 2, 3].map((id) => take({ id, take: 1 }).then(() => settled.push(id)));
    await Promise.all([asked[0], asked[2]]);
    expect(settled).toEqual([1, 3]);
    await owner.query("UPDATE thing SET stock = 5 WHERE id = 2; COMMIT");
    await asked[1];
    expect((await owner.query("SELECT stock FROM thing WHERE id = 2")).rows).toEqual([{ stock: 4 }]);
  });

  /** An update whose first statement fails with this error. Later statements succeed. */
  const failingFirst = (code: string, severity: string) => {
    const failure = Object.assign(new DatabaseError("failed", 0, "error"), { severity, code });
    return batchedUpdate<{ id: number; take: number }, { id: number }>(
      {
        ...statements,
        change(statement) {
          if (sent.length > 0) return statements.change(statement);
          sent.push(statement.name);
          return Promise.reject(failure);
        },
      },
      TAKE,
    );
  };

  it.each([
    ["58030", "PANIC"],
    ["53100", "PANIC"],
    ["XX000", "PANIC"],
    ["57P01", "FATAL"],
    ["53300", "FATAL"],
    ["28P01", "FATAL"],
    ["08006", "FATAL"],
  ])(
    "are not repeated after %s (%s), because the outcome of the first statement is unknown",
    async (code, severity) => {
      const take = failingFirst(code, severity);
      const outcomes = await Promise.allSettled([take({ id: 1, take: 1 }), take({ id: 2, take: 1 })]);
      expect(outcomes).toMatchObject([{ reason: { code } }, { reason: { code } }]);
      expect(sent).toEqual(["take many"]);
    },
  );

  it.each(["ERROR", "FEHLER", "ОШИБКА"])(
    "are repeated one by one after a refusal, in any language of the server: %s",
    async (severity) => {
      const take = failingFirst("23514", severity);
      expect(await Promise.all([take({ id: 1, take: 1 }), take({ id: 2, take: 1 })])).toHaveLength(2);
      expect(sent).toEqual(["take many", "take", "take"]);
    },
  );

  it("use the single statement for the first caller", async () => {
    const text = singleUpdateSql("id int", `changed AS (SELECT ordinality, asked.id AS "row" FROM asked)`);
    const both = [JSON.stringify([{ id: 7 }, { id: 8 }])];
    expect((await statements.change({ name: "one", text, values: both })).rows).toEqual([{ ordinal: 1, row: 7 }]);
  });

  it.each([
    ["the connection is ended", "pg_terminate_backend(pg_backend_pid())", 5000],
    ["no answer arrives in time", "pg_sleep(1)", 100],
    ["the statement takes too long", "pg_sleep(1)", 5000],
  ])("are not repeated when %s", async (_, end, answerTimeoutMs) => {
    await connections.close();
    const { connectionString } = database;
    const config = { connectionString, answerTimeoutMs, onError: () => {}, statement_timeout: 200 };
    connections = openStatements({ connections: 1, ...config });
    const ending = updateSql("id int, take int", `changed AS (SELECT ordinality, ${end}::text AS "row" FROM asked)`);
    const take = open({ ...TAKE, batch: { name: "end", text: ending } });
    const outcomes = await Promise.allSettled([take({ id: 1, take: 1 }), take({ id: 2, take: 1 })]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(sent).toEqual(["end"]);
  });
});
