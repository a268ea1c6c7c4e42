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

const LAST_USED = /^-- last used by version (\d+\.\d+\.\d+)$/m;

/** The last version that uses what a migration removes, as it says. Undefined for one that only adds. */
export const lastUsedBy = ({ sql }: Pick<Migration, "sql">): string | undefined => LAST_USED.exec(sql)?.[1];

/** Renamed files, by the former name that a database may have recorded. */
const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ["0009_standing_authorization", "0009b_standing_authorization"],
  ["0065_client_certificates", "0080_client_certificates"],
]);

/** Contents that a file once had on main, beyond those that it has now. A later migration does what they did more. */
const FORMER_CONTENTS: ReadonlyMap<string, string> = new Map([
  ["0368_job_indexes", "e09b8418734911aa30578d6fbe6c1b95fadc3eaa8cbd0af4e6dbea0631dcb0a3"], // 0400_indexes_of_batches
]);

/** Beside the migrations: their names in the order in which they came to main (`scripts/migrations.mjs`). */
const ARRIVALS = "arrivals.txt";

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

/** Reads the names of the migrations in the order in which they came to main; none if there is no such list. */
export async function readArrivals(directory: string): Promise<string[]> {
  const text = await readFile(join(directory, ARRIVALS), "utf8").catch((err: unknown) => {
    if (err instanceof Error && "code" in err && err.code === "ENOENT") return "";
    throw err;
  });
  return text.split("\n").flatMap((line) => (line === "" || line.startsWith("#") ? [] : (line.split(" ")[0] ?? [])));
}

/** The name under which a file is known now. */
export const presentName = (recorded: string) => FORMER_NAMES.get(recorded) ?? recorded;

/**
 * Returns the migrations that are still to be applied, in order. Pure.
 *
 * The applied migrations must be exactly the first files of this version, unchanged. A file before an applied one is
 * accepted only if it came to main after all that are applied: then the database is that of an earlier main. Otherwise
 * files and database disagree, and no runner can know which is right.
 *
 * @param arrivals the names in the order in which they came to main
 * @throws MigrationError when the database is newer, a file was edited or slipped in before an applied one
 */
export function pendingMigrations(
  files: readonly Migration[],
  recorded: readonly AppliedMigration[],
  arrivals: readonly string[],
): readonly Migration[] {
  const applied = recorded.map(({ name, sha256 }) => ({ name: presentName(name), sha256 }));
  const known = new Map(files.map((file) => [file.name, file]));

  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw migrationError(
      `The database is newer than this version, which does not know ${unknown.join(", ")}. ` +
        "Run the version that migrated it, or a later one.",
    );
  }

  for (const { name, sha256 } of applied) {
    if (known.get(name)?.sha256 === sha256 || FORMER_CONTENTS.get(name) === sha256) continue;
    throw migrationError(
      `Migration ${name} was edited after it was applied. Restore the file, and write the change as a new migration.`,
    );
  }

  const done = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !done.has(name));
  const last = files.findLast(({ name }) => done.has(name))?.name ?? "";
  const lastArrival = Math.max(...[...done].map((name) => arrivals.indexOf(name)));
  const refused = pending.find(({ name }) => name < last && arrivals.indexOf(name) <= lastArrival);
  if (refused !== undefined) {
    throw migrationError(
      `Migration ${refused.name} comes before ones that are already applied. Give it the next free number.`,
    );
  }
  return pending;
}
