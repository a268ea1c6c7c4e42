/** The migrations of this version, and which of them a database still lacks. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationError } from "./migration-error.ts";

export interface Migration {
  /** The folder's name: four digits, then what the migration does. Names sort in the order of application. */
  readonly name: string;
  readonly sql: string;
  /** The SHA-256 of the file's bytes, in hex. */
  readonly sha256: string;
}

export type AppliedMigration = Omit<Migration, "sql">;

// The letter exists for one file, which once had the number of another one. A new file takes the next free number.
const NAME = /^\d{4}b?_[a-z0-9_]+$/;

/** Renamed files, by the former name that a database may have recorded. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ["0009_standing_authorization", "0009b_standing_authorization"],
]);

/**
 * Reads `<directory>/<name>/migration.sql`, sorted by name.
 *
 * @throws MigrationError for a folder whose name could sort wrongly, or that lacks its file
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  if (!NAME.test(name)) throw migrationError(`Migration ${name}: the name must look like 0002_add_something.`);

  const path = join(directory, name, "migration.sql");
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw migrationError(`Migration ${name}: cannot read ${path}.`, cause);
  });
  return { name, sql: bytes.toString(), sha256: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * Returns the migrations that are still to be applied, in order. Pure.
 *
 * The applied migrations must be exactly the first files of this version, unchanged. Otherwise files and database
 * disagree, and no runner can know which is right.
 *
 * @throws MigrationError when the database is newer, a file was edited or slipped in before an applied one
 */
export function pendingMigrations(
  files: readonly Migration[],
  recorded: readonly AppliedMigration[],
): readonly Migration[] {
  const applied = recorded.map(({ name, sha256 }) => ({ name: FORMER_NAMES.get(name) ?? name, sha256 }));
  const known = new Map(files.map((file) => [file.name, file]));

  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw migrationError(
      `The database is newer than this version, which does not know ${unknown.join(", ")}. ` +
        "Run the version that migrated it, or a later one.",
    );
  }

  for (const { name, sha256 } of applied) {
    if (known.get(name)?.sha256 === sha256) continue;
    throw migrationError(
      `Migration ${name} was edited after it was applied. Restore the file, and write the change as a new migration.`,
    );
  }

  const done = new Set(applied.map(({ name }) => name));
  const late = files.slice(0, applied.length).find(({ name }) => !done.has(name));
  if (late !== undefined) {
    throw migrationError(
      `Migration ${late.name} comes before ones that are already applied. Give it the next free number.`,
    );
  }
  return files.slice(applied.length);
}
