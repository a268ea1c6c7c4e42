/** Every database that was prepared by an earlier main can be brought up to this one. */
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createEmptyDatabase, query } from "../testing/empty-database.ts";
import { applyMigration } from "./apply-migration.ts";
import { migrate } from "./migrate.ts";
import { pendingMigrations, readArrivals, readMigrations } from "./migration-files.ts";

const OURS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

/** All of a schema, without the order of its columns. */
const SCHEMA = `
  SELECT concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                   pg_get_expr(d.adbin, d.adrelid)) AS part
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'v')
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT concat_ws(' ', viewname, definition) FROM pg_views WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

/** The schema of a database that the runner brought up to this version, and what it applied. */
async function schemaAfter(before: readonly string[]) {
  const database = await createEmptyDatabase();
  await prepare(database.connectionString, before);
  const { applied } = await migrate(database.connectionString);
  const schema = (await query<{ part: string }>(database.connectionString, SCHEMA)).map(({ part }) => part);
  await database.drop();
  return { applied, schema };
}

/** A database as the runner of that time left it: with these migrations, in the order of their numbers. */
async function prepare(connectionString: string, names: readonly string[]): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`CREATE TABLE countersign_migration (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  for (const file of await readMigrations(OURS)) if (names.includes(file.name)) await applyMigration(client, file);
  await client.end();
}

const [files, arrivals] = await Promise.all([readMigrations(OURS), readArrivals(OURS)]);
const names = files.map(({ name }) => name);
const without = (some: readonly string[]) => names.filter((name) => !some.includes(name));

describe("O3: databases of an earlier main, which lack migrations with lower numbers than they have", () => {
  it("after each arrival, exactly the rest is to be applied", () => {
    for (const at of arrivals.keys()) {
      const before = arrivals.slice(0, at + 1);
      const pending = pendingMigrations(
        files,
        files.filter(({ name }) => before.includes(name)),
        arrivals,
      );
      expect(pending.map(({ name }) => name)).toEqual(without(before));
    }
  });

  it("accept the contents that a migration had on main for some hours, and no others", () => {
    const recorded = (sha256: string) =>
      files.map((file) => (file.name === "0368_job_indexes" ? { name: file.name, sha256 } : file));
    const former = "e09b8418734911aa30578d6fbe6c1b95fadc3eaa8cbd0af4e6dbea0631dcb0a3";
    expect(pendingMigrations(files, recorded(former), arrivals)).toEqual([]);
    expect(() => pendingMigrations(files, recorded(`f${former.slice(1)}`), arrivals)).toThrow("was edited");
  });

  // One of each time in which numbers were given out of order, when most was late.
  it("get the same schema as an empty database", { timeout: 120_000 }, async () => {
    const straight = await schemaAfter([]);
    expect(straight.applied).toEqual(names);
    for (const last of ["0043_browsers", "0330_people_list_indexes", "0375_ended_by_directory", "0395_deadlines"]) {
      const before = arrivals.slice(0, arrivals.indexOf(last) + 1);
      const late = await schemaAfter(before);
      expect(late.applied).toEqual(without(before));
      expect(late.applied.some((name) => name < last)).toBe(true);
      expect(late.schema).toEqual(straight.schema);
    }
  });
});
