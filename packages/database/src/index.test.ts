import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, isUniqueViolation, openDatabase } from "./index.ts";

const noon = new Date("2030-01-01T12:00:00Z");

let test: TestDatabase;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.connectionString, max: 2 });
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

const person = (username: string) => ({ id: randomUUID(), username, createdAt: noon, updatedAt: noon });

function insertPerson(username: string) {
  const { id, createdAt, updatedAt } = person(username);
  return database.pool.query("INSERT INTO end_user (id, username, created_at, updated_at) VALUES ($1, $2, $3, $4)", [
    id,
    username,
    createdAt,
    updatedAt,
  ]);
}

describe("one pool for pg and Prisma", () => {
  it("lets each read what the other wrote, with the same types", async () => {
    const prisma = await database.prisma();
    const address = { locality: "Delft", country: "NL" };
    await prisma.endUser.create({ data: { ...person("alice"), emailVerified: true, address } });
    const { rows } = await database.pool.query("SELECT username, email_verified, address, created_at FROM end_user");
    expect(rows).toEqual([{ username: "alice", email_verified: true, address, created_at: noon }]);

    await insertPerson("bob");
    const bob = await prisma.endUser.findFirstOrThrow({ where: { username: "bob" } });
    expect(bob).toMatchObject({ createdAt: noon, email: null, address: null });
  });

  it("shares its connections, and never opens more than its limit", async () => {
    const prisma = await database.prisma();
    const through = Array.from({ length: 10 }, () => prisma.$queryRaw`SELECT pg_sleep(0.01)::text`);
    const beside = Array.from({ length: 10 }, () => database.pool.query("SELECT pg_sleep(0.01)"));
    await Promise.all([...through, ...beside]);
    expect(database.pool.totalCount).toBe(2);
  });

  it("uses prepared statements for Prisma, with names that PostgreSQL does not truncate", async () => {
    const prisma = await database.prisma();
    for (let i = 0; i < 4; i++) await prisma.client.findUnique({ where: { id: `c-${i}` } });
    const { rows } = await database.pool.query<{ name: string }>("SELECT name FROM pg_prepared_statements");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.name).toMatch(/^prisma-[A-Za-z0-9_-]{43}$/);
  });

  it("returns the same client to every caller", async () => {
    const [one, other] = await Promise.all([database.prisma(), database.prisma()]);
    expect(one).toBe(other);
  });
});

describe("limits", () => {
  const TIMEOUTS = `SELECT current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS transaction,
    current_setting('idle_session_timeout') AS session`;

  it.each([
    ["of a service: none is longer than a statement may take", undefined, ["7s", "7s", "7s"]],
    ["of a command", 600_000, ["10min", "15s", "10min"]],
  ])("stop a statement that takes too long, an idle transaction and a session %s", async (_, timeout, expected) => {
    const { connectionString } = test;
    const other = openDatabase({ connectionString, ...(timeout !== undefined && { statementTimeoutMs: timeout }) });
    const [found] = (await other.pool.query<Record<string, string>>(TIMEOUTS)).rows;
    expect(Object.values(found ?? {})).toEqual(expected);
    await other.close();
  });

  it("an idle connection that breaks is reported and replaced", async () => {
    const broken: Error[] = [];
    const other = openDatabase({ connectionString: test.connectionString, onError: (err) => broken.push(err) });
    const { rows } = await other.pool.query("SELECT pg_backend_pid() AS pid");
    const ended = new Promise((resolve) => other.pool.once("remove", resolve));
    await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await ended;
    await expect(other.pool.query("SELECT 1")).resolves.toMatchObject({ rowCount: 1 });
    expect(broken).toHaveLength(1);
    await other.close();
  });
});

describe("the error for a key that already exists", () => {
  it("is recognized from pg and from Prisma", async () => {
    await insertPerson("alice");
    const prisma = await database.prisma();
    const duplicate = { ...person("carol") };
    await prisma.endUser.create({ data: duplicate });
    const failures = await Promise.all([
      insertPerson("ALICE").catch((err: unknown) => err), // The usernames differ in more than case.
      prisma.endUser.create({ data: duplicate }).catch((err: unknown) => err),
      database.pool.query("SELECT missing").catch((err: unknown) => err),
      prisma.endUser.update({ where: { id: randomUUID() }, data: { name: "x" } }).catch((err: unknown) => err),
      new Error("P2002"),
    ]);
    expect(failures.map(isUniqueViolation)).toEqual([true, true, false, false, false]);
  });
});
