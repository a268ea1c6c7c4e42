import pg from "pg";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "./test-database.ts";

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe("a test database", () => {
  it("starts as a copy of the migrated database", async () => {
    const database = await createTestDatabase();
    expect(await query(database.connectionString, "SELECT id FROM migrated")).toEqual([{ id: 1 }]);
    await database.drop();
  });

  it.each([
    ["inhabited", [1, 2]],
    ["furnished", [1, 2, 3]],
  ])("starts as a copy of the stage %s, which has the rows of the stages before it", async (stage, ids) => {
    const database = await createTestDatabase({ stage });
    const rows = await query(database.connectionString, "SELECT id FROM migrated ORDER BY id");
    expect(rows).toEqual(ids.map((id) => ({ id })));
    await database.drop();
  });

  it("is independent of other test databases", async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.connectionString, "DELETE FROM migrated");
    expect(await query(other.connectionString, "SELECT id FROM migrated")).toEqual([{ id: 1 }]);
    await Promise.all([one.drop(), other.drop()]);
  });

  it("can be dropped while a session is open", async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database);
    client.on("error", () => {}); // The drop ends this session.
    await client.connect();
    await database.drop();
    await expect(query(database.connectionString, "SELECT 1")).rejects.toMatchObject({ code: "3D000" });
  });

  it("can be created eight at a time without a refusal", async () => {
    const databases = await Promise.all(Array.from({ length: 8 }, () => createTestDatabase()));
    expect(new Set(databases.map(({ connectionString }) => connectionString)).size).toBe(8);
    await Promise.all(databases.map((database) => database.drop()));
  });
});
