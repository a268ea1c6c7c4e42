/** Whether a database has what this version needs: every migration of it was applied. */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DatabaseError, type Pool } from "pg";
import { presentName } from "./migrate/migration-files.ts";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));
const MOST_NAMED = 5;

const NO_TABLE = "42P01";
const NO_RIGHT = "42501";
const CODE = "schema_incomplete";

/** Whether `schemaCheck` rejected because of the schema, and not because the database does not answer. */
export const isSchemaIncomplete = (err: unknown) => err instanceof Error && "code" in err && err.code === CODE;

/**
 * Returns the check that the database has every migration of this version. It rejects with what is missing, and what to
 * do. More migrations than those are fine: the next version may run beside this one.
 */
export function schemaCheck({ pool }: { readonly pool: Pool }, directory = MIGRATIONS): () => Promise<void> {
  let known: Promise<readonly string[]> | undefined;
  return async () => {
    known ??= namesIn(directory);
    const applied = new Set((await recorded(pool)).map(presentName));
    const missing = (await known).filter((name) => !applied.has(name));
    if (missing.length > 0) throw incomplete(`the database lacks ${listOf(missing)}, which this version needs`);
  };
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

async function recorded(pool: Pool): Promise<string[]> {
  try {
    return (await pool.query<{ name: string }>("SELECT name FROM countersign_migration")).rows.map(({ name }) => name);
  } catch (err) {
    const code = err instanceof DatabaseError ? err.code : undefined;
    if (code === NO_TABLE) throw incomplete("the database has no tables", err);
    if (code === NO_RIGHT) throw incomplete("which migrations the database has may not be read", err);
    throw err;
  }
}

const incomplete = (what: string, cause?: unknown) =>
  Object.assign(new Error(`${what}: run countersign prepare`, { cause }), { code: CODE });

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const some = names.slice(0, MOST_NAMED).join(", ");
  return `${names.length === 1 ? "migration" : "migrations"} ${some}${more > 0 ? ` and ${more} more` : ""}`;
}
