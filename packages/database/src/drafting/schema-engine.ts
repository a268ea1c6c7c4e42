/**
 * Prisma's schema engine as WebAssembly: it compares a database with schema.prisma. It is for tests and drafting, and
 * never applies anything.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import { Pool } from "pg";
import { describingAdapter } from "./describing-adapter.ts";

export const SCHEMA_PATH = fileURLToPath(new URL("../../prisma/schema.prisma", import.meta.url));

// The migration runner's own record is not in schema.prisma, nor are entities: their columns follow from declarations.
const OTHERS = `
  SELECT 'public.' || relname AS name FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND (relname = 'countersign_migration' OR obj_description(oid, 'pg_class') = 'entity')`;

// A model cannot name an entity, so a foreign key that refers to one has no words in schema.prisma.
const REFERENCES = `
  SELECT conname AS name FROM pg_constraint
   WHERE contype = 'f' AND obj_description(confrelid, 'pg_class') = 'entity'`;

/**
 * Returns the SQL that would make the tables of a database match schema.prisma; empty when they agree. Things that
 * Prisma cannot express are not compared: views, roles, CHECK constraints, UNLOGGED, indexes on expressions.
 *
 * @param schema the text of schema.prisma, by default the text of the file
 */
export async function differenceToSchema(connectionString: string, schema?: string): Promise<string> {
  const content = schema ?? (await readFile(SCHEMA_PATH, "utf8"));
  const files = [{ path: SCHEMA_PATH, content }];
  const pool = new Pool({ connectionString, max: 1 });
  const { rows: others } = await pool.query<{ name: string }>(OTHERS);
  const { rows: references } = await pool.query<{ name: string }>(REFERENCES);
  const adapter = bindMigrationAwareSqlAdapterFactory(describingAdapter(pool));
  const engine = await SchemaEngine.new({ datamodels: [[SCHEMA_PATH, content]] }, () => {}, adapter);
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "" },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: others.map(({ name }) => name), externalEnums: [] },
    });
    const dropped = references.map(({ name }) => `DROP CONSTRAINT "${name}";`);
    const steps = (stdout ?? "").trim().split("\n\n");
    const script = steps.filter((step) => !dropped.some((end) => step.endsWith(end))).join("\n\n");
    return script === "-- This is an empty migration." ? "" : script;
  } finally {
    engine.free();
    await pool.end();
  }
}
