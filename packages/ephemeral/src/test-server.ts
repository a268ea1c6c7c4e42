/** vitest's global setup: one PostgreSQL for the run, with the tables of this package. */
import { readFile } from "node:fs/promises";
import { testServer } from "@countersign/dev/test-database";
import pg from "pg";

const MIGRATION = new URL("../../database/prisma/migrations/0001_first/migration.sql", import.meta.url);
const OURS = /^CREATE (?:UNLOGGED TABLE|INDEX) (?:ephemeral_|rate_limit)[^;]*;/gm;

export default testServer(async (connectionString) => {
  const tables = (await readFile(MIGRATION, "utf8")).match(OURS) ?? [];
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of tables) await client.query(statement);
  } finally {
    await client.end();
  }
});
