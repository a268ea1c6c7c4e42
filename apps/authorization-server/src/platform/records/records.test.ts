/** Decision 173: statements of stores in a transaction of Prisma Client. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../../../testing/world.ts";
import { inPrismaTransaction, inStatements, sqlIn } from "./records.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const AT = new Date("2026-05-01T10:00:00.123Z");

describe("a statement has the same values as by the driver", () => {
  it.each([
    ["a value twice, and in another order", "SELECT $2::text AS b, $1::int AS a, $2::text AS c", [1, "two"]],
    [
      "ten values",
      `SELECT ${Array.from({ length: 11 }, (_, at) => `$${at + 1}::int AS n${at}`)}`,
      [...Array(11).keys()],
    ],
    ["text that looks like a statement", "SELECT $1::text AS a", ["'; DROP TABLE x; -- $2"]],
    ["a time", "SELECT $1::timestamptz AS a", [AT]],
    ["JSON", "SELECT $1::jsonb AS a", [{ b: ["c", null] }]],
    ["a list", "SELECT $1::text[] AS a", [["b", "c"]]],
    ["bytes", "SELECT encode($1::bytea, 'hex') AS a", [Buffer.from("01ff", "hex")]],
    ["nothing", "SELECT $1::text IS NULL AS a", [null]],
    ["no value", "SELECT 1 AS a", []],
  ])("%s", async (_, text, values: unknown[]) => {
    const { rows } = await world.database.pool.query(text, [...values]);
    expect(await inPrismaTransaction(world.database, (records) => sqlIn(records)(text, values))).toEqual(rows);
  });
});

describe("an act of SQL", () => {
  const TRANSACTION = "SELECT pg_current_xact_id()::text AS id, pg_backend_pid() AS pid";

  it("has a transaction of its own", async () => {
    const both = await inStatements(world.database, async (query) => [
      await query(TRANSACTION, []),
      await query(TRANSACTION, []),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(await inStatements(world.database, (query) => query(TRANSACTION, []))).not.toEqual(both[0]);
  });

  it("is part of the transaction that applies a configuration", async () => {
    await inPrismaTransaction(world.database, async (joined) => {
      const database = { ...world.database, joined };
      const outer = await sqlIn(joined)(TRANSACTION, []);
      expect(await inStatements(database, (query) => query(TRANSACTION, []))).toEqual(outer);
    });
  });
});
