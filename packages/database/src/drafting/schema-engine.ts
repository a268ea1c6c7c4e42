/**
 * Prisma's schema engine as WebAssembly: it compares a database with schema.prisma. For tests and drafting, never to
 * apply.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine } from "@prisma/schema-engine-wasm";
import { Pool } from "pg";
import { describingAdapter } from "./describing-adapter.ts";

export const SCHEMA_PATH = fileURLToPath(new URL("../../prisma/schema.prisma", import.meta.url));

// The runner's own record is no model of ours.
const NOT_OURS = ["public.countersign_migration"];

/**
 * The SQL that would bring the tables of a database to where schema.prisma has them; empty when they agree.
 * What Prisma has no words for is not compared: views, roles, CHECK constraints, UNLOGGED, indexes on expressions.
 *
 * @param schema the text of schema.prisma, the file's own unless told
 */
export async function differenceToSchema(connectionString: string, schema?: string): Promise<string> {
  const content = schema ?? (await readFile(SCHEMA_PATH, "utf8"));
  const files = [{ path: SCHEMA_PATH, content }];
  const pool = new Pool({ connectionString, max: 1 });
  const adapter = bindMigrationAwareSqlAdapterFactory(describingAdapter(pool));
  const engine = await SchemaEngine.new({ datamodels: [[SCHEMA_PATH, content]] }, () => {}, adapter);
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: "" },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: { externalTables: NOT_OURS, externalEnums: [] },
    });
    const script = (stdout ?? "").trim();
    return script === "-- This is an empty migration." ? "" : script;
  } finally {
    engine.free();
    await pool.end();
  }
}
