/** Fills tables with as many rows as a job may meet, no matter which columns they have. */
import type { Database } from "@countersign/database";

/** The first row is of this time, and each is a second later than the one before it. */
export const FIRST_AT = new Date("2020-01-01T00:00:00Z");
const AT = `timestamptz '${FIRST_AT.toISOString()}' + n * interval '1 second'`;

/** What stands in columns instead of any value: expressions of `n`, the number of the row. */
export type Columns = Readonly<Record<string, string>>;

const VALUES: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "'value ' || n",
  varchar: "'value ' || n",
  bytea: "sha256(n::text::bytea)",
  timestamptz: AT,
  // A time that is not always there, such as that of the next attempt.
  sometimes: `CASE WHEN n % 2 = 0 THEN ${AT} END`,
  date: "date '2020-01-01' + (n / 86400)::integer",
  bool: "false",
  int2: "n % 1000",
  int4: "n",
  int8: "n",
  float8: "n",
  json: "'{}'",
  jsonb: "'{}'",
};

const COLUMNS = `
  SELECT column_name AS name, CASE is_nullable WHEN 'YES' THEN 'sometimes' ELSE udt_name END AS type
    FROM information_schema.columns
   WHERE table_schema = 'public' AND table_name = $1 AND is_identity = 'NO' AND is_generated = 'NEVER'
     AND (udt_name = 'timestamptz' OR is_nullable = 'NO' AND column_default IS NULL)`;

/** Those that no constraint needs. */
const INDEXES = `
  SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
   WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`;

/** Empties the tables, and everything that refers to them, and fills them. No trigger runs, and nothing is checked. */
export async function fill(
  { pool }: Pick<Database, "pool">,
  tables: Readonly<Record<string, Columns>>,
  rows: number,
): Promise<void> {
  const names = Object.keys(tables).map((name) => `"${name}"`);
  if (names.length === 0) return;
  const connection = await pool.connect();
  try {
    await connection.query("SET session_replication_role = 'replica'");
    await connection.query("SET maintenance_work_mem = '256MB'");
    await connection.query(`TRUNCATE ${names.join(", ")} RESTART IDENTITY CASCADE`);
    // An index is made faster of all rows at once.
    const indexes = (await connection.query<{ name: string; definition: string }>(INDEXES, [names])).rows;
    for (const { name } of indexes) await connection.query(`DROP INDEX ${name}`);
    for (const [table, given] of Object.entries(tables)) {
      const columns = (await connection.query<{ name: string; type: string }>(COLUMNS, [table])).rows;
      const made = Object.fromEntries(columns.map(({ name, type }) => [name, VALUES[type] ?? "'{}'"]));
      const all = Object.entries({ ...made, ...given });
      const [into, values] = [all.map(([name]) => `"${name}"`), all.map(([, value]) => value)];
      await connection.query(
        `INSERT INTO "${table}" (${into.join(", ")}) SELECT ${values.join(", ")} FROM generate_series(1, ${rows}) n`,
      );
    }
    for (const { definition } of indexes) await connection.query(definition);
    await connection.query(`VACUUM ANALYZE ${names.join(", ")}`);
  } finally {
    await connection.query("RESET ALL");
    connection.release();
  }
}

/** Rows of any values break rules about them, such as a list of kinds. */
export async function dropChecks({ pool }: Pick<Database, "pool">): Promise<void> {
  const { rows } = await pool.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}
