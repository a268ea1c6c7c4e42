import { readFile } from "node:fs/promises";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { differenceToSchema, SCHEMA_PATH } from "./schema-engine.ts";

let database: TestDatabase;
let schema: string;
beforeAll(async () => {
  database = await createTestDatabase();
  schema = await readFile(SCHEMA_PATH, "utf8");
});
afterAll(() => database.drop());

describe("a migrated database and schema.prisma", () => {
  it("agree", async () => {
    expect(await differenceToSchema(database.connectionString)).toBe("");
  });

  it.each([
    ["a column", /^ {2}picture .*$/m, "", 'ALTER TABLE "end_user" DROP COLUMN "picture"'],
    ["a type", "attempts      Int", "attempts      BigInt", 'ALTER COLUMN "attempts" SET DATA TYPE BIGINT'],
    ["the nullability of a column", /(passwordHash +String)\?/, "$1", 'ALTER COLUMN "password_hash" SET NOT NULL'],
    ["an index", "@@index([at])", "", 'DROP INDEX "audit_event_at_idx"'],
    ["the action on deletion", "onDelete: Cascade", "onDelete: Restrict", "ON DELETE RESTRICT"],
    ["a table", '@@map("rate_limit")', '@@map("rate")', 'CREATE TABLE "rate"'],
  ])("are found to differ in %s", async (_, from, to, sql) => {
    const changed = schema.replace(from, to);
    expect(changed).not.toBe(schema);
    expect(await differenceToSchema(database.connectionString, changed)).toContain(sql);
  });
});
