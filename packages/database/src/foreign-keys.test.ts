/**
 * Who deletes a row has PostgreSQL look for what refers to it, one statement for each row and foreign key. Without an
 * index that begins with the columns of the key, each of them reads the table whole.
 */
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "./index.ts";

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ connectionString: test.connectionString });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Foreign keys whose rows are found by an index of some of their columns, and why that is well. */
const FOUND_OTHERWISE: Readonly<Record<string, string>> = {
  organization_role_organization_id_group_id_fkey: "group_id is the key of a group, and begins an index",
};

/** An index counts if it is valid, and leaves out no row that refers to another: of those, no column is null. */
const WITHOUT_INDEX = `
  SELECT c.conname AS name, c.confdeltype AS does FROM pg_constraint c
   WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
     AND NOT EXISTS (
           SELECT FROM pg_index i
            WHERE i.indrelid = c.conrelid AND i.indisvalid
              AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) IN (
                     SELECT format('(%I IS NOT NULL)', a.attname) FROM pg_attribute a
                      WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)))
              AND (SELECT array_agg(k.column ORDER BY k.column)
                     FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k ("column", place)
                    WHERE k.place <= cardinality(c.conkey))
                  = (SELECT array_agg(k ORDER BY k) FROM unnest(c.conkey) AS k))
   ORDER BY c.conname`;

const withoutIndex = async () => (await database.pool.query<{ name: string; does: string }>(WITHOUT_INDEX)).rows;

describe("A19: the cost of a deletion", () => {
  it("each foreign key has an index that begins with its columns", async () => {
    expect((await withoutIndex()).map(({ name }) => name)).toEqual(Object.keys(FOUND_OTHERWISE));
  });

  it("a foreign key without one is noticed, and so is one whose index has only some of the rows", async () => {
    const drop = "DROP INDEX refresh_token_authorization_id_idx";
    await database.pool.query(drop);
    const cascades = { name: "refresh_token_authorization_id_fkey", does: "c" };
    expect(await withoutIndex()).toContainEqual(cascades);
    const index = "CREATE INDEX refresh_token_authorization_id_idx ON refresh_token (authorization_id)";
    await database.pool.query(`${index} WHERE spent_at IS NULL`);
    expect(await withoutIndex()).toContainEqual(cascades);
    await database.pool.query(`${drop}; ${index} WHERE authorization_id IS NOT NULL`);
    expect(await withoutIndex()).not.toContainEqual(cascades);
  });
});
