/**
 * Whether a database has what this version needs: every migration of it was applied, and none removed what it uses. And
 * whether it is safe: a restore of it that began has ended.
 */
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DatabaseError, type Pool } from "pg";
import manifest from "../package.json" with { type: "json" };
import { presentName } from "./migrate/migration-files.ts";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));
const MOST_NAMED = 5;

const NO_TABLE = "42P01";
const NO_RIGHT = "42501";
const CODE = "schema_incomplete";

/** Whether `schemaCheck` rejected because of what the database has, and not because it does not answer. */
export const isSchemaIncomplete = (err: unknown) => err instanceof Error && "code" in err && err.code === CODE;

/**
 * Returns the check that the database has every migration of this version, and that no restore of it is unfinished. It
 * rejects with what is missing, and what to do. More migrations than those are fine, as the next version may run beside
 * this one, unless one of them removed what this version uses.
 *
 * @param version of this code; all packages have the same
 */
export function schemaCheck(
  { pool }: { readonly pool: Pool },
  { directory = MIGRATIONS, version = manifest.version } = {},
): () => Promise<void> {
  let known: Promise<readonly string[]> | undefined;
  return async () => {
    known ??= namesIn(directory);
    const [ours, applied] = [await known, await recorded(pool)];
    const names = new Set(applied.map(({ name }) => name));
    const missing = ours.filter((name) => !names.has(name));
    if (missing.length > 0)
      throw incomplete(`the database lacks ${listOf(missing)}, which this version needs: ${PREPARE}`);

    const removed = applied.filter(({ name, lastUsedBy }) => !ours.includes(name) && isUpTo(version, lastUsedBy));
    if (removed.length > 0) throw incomplete(contracted(removed, version));

    const { rows } = await pool.query("SELECT FROM unfinished_restore");
    if (rows.length > 0) throw incomplete(UNFINISHED);
  };
}

interface Applied {
  readonly name: string;
  /** The last version that used what it removed. Null if it only added, or if a version applied it that did not say. */
  readonly lastUsedBy: string | null;
}

/** Whether a version is not newer than another one. */
function isUpTo(version: string, last: string | null): boolean {
  if (last === null) return false;
  const [ours, theirs] = [version, last].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  const at = [0, 1, 2].find((index) => ours?.[index] !== theirs?.[index]);
  return at === undefined || Number(ours?.[at]) < Number(theirs?.[at]);
}

function contracted(removed: readonly Applied[], version: string): string {
  const names = listOf(removed.map(({ name }) => name));
  const newest = removed.map(({ lastUsedBy }) => String(lastUsedBy)).reduce((a, b) => (isUpTo(a, b) ? b : a));
  return `${names} removed what version ${version} uses: run a version that is newer than ${newest}`;
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

async function recorded(pool: Pool): Promise<readonly Applied[]> {
  try {
    const { rows } = await pool.query<Applied>(APPLIED);
    return rows.map(({ name, lastUsedBy }) => ({ name: presentName(name), lastUsedBy }));
  } catch (err) {
    const code = err instanceof DatabaseError ? err.code : undefined;
    if (code === NO_TABLE) throw incomplete(`the database has no tables: ${PREPARE}`, err);
    if (code === NO_RIGHT) throw incomplete(`which migrations the database has may not be read: ${PREPARE}`, err);
    throw err;
  }
}

// A list without the column has a row without the member.
const APPLIED = `SELECT name, to_jsonb(m) ->> 'last_used_by' AS "lastUsedBy" FROM countersign_migration m`;

const PREPARE = "run countersign prepare";
const UNFINISHED = "a restore of the database has not ended: wait for countersign restored, or run it again";

const incomplete = (what: string, cause?: unknown) => Object.assign(new Error(what, { cause }), { code: CODE });

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const some = names.slice(0, MOST_NAMED).join(", ");
  return `${names.length === 1 ? "migration" : "migrations"} ${some}${more > 0 ? ` and ${more} more` : ""}`;
}
