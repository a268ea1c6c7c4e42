/** Every database that was prepared by an earlier main can be brought up to this one. */
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createEmptyDatabase, query } from "../testing/empty-database.ts";
import { applyMigration } from "./apply-migration.ts";
import { migrate } from "./migrate.ts";
import { readArrivals, readMigrations } from "./migration-files.ts";

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

/** The schema of a database that the runner brought up to this version. */
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

describe("O3: databases of an earlier main, which lack migrations with lower numbers than they have", () => {
  it.each([
    ["0024_authorizations_without_session"],
    ["0027_no_shared_role"],
    ["0038_passkeys"],
    ["0057_pushed_authorization_requests"],
    ["0330_people_list_indexes"],
    ["0333_waiting_deliveries"],
    ["0293_revoke_on_change"],
  ])("up to the arrival of %s: the rest is applied late, and makes the same schema", async (last) => {
    const arrivals = await readArrivals(OURS);
    const before = arrivals.slice(0, arrivals.indexOf(last) + 1);
    const [straight, late] = await Promise.all([schemaAfter([]), schemaAfter(before)]);
    expect(late.applied.toSorted()).toEqual(arrivals.filter((name) => !before.includes(name)).toSorted());
    expect(late.applied[0] ?? "").not.toBe(arrivals.at(-1));
    expect(late.applied.some((name) => before.some((one) => one > name))).toBe(true);
    expect(late.schema).toEqual(straight.schema);
  });
});
