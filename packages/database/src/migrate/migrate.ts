/** The migration runner: plain SQL files in order, only on `pg`. */
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { KEEP_ALIVE } from "../connections/lost.ts";
import { serversOf } from "../servers/primary.ts";
import { applyMigration } from "./apply-migration.ts";
import { grantRights, type ServiceLogins } from "./grant-rights.ts";
import { isMigrationError, migrationError } from "./migration-error.ts";
import { type AppliedMigration, pendingMigrations, readArrivals, readMigrations } from "./migration-files.ts";
import { stepsOf, type UpgradeStep } from "./upgrade-steps.ts";

export { READER_SETTINGS, SERVICE_SETTINGS, settingStatements } from "../connections/session-settings.ts";
export type { UpgradeStep };

export interface MigrateOptions {
  /** Called with one line per applied file, and when the runner waits for another one. */
  readonly log?: (line: string) => void;
  /** Where the migrations are; by default those of this package. A test may bring its own. */
  readonly directory?: string;
  /** Logins of the services that get their rights after the migrations. Logins that already have rights keep them. */
  readonly logins?: ServiceLogins;
}

const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));
const OLDEST_POSTGRES = 15;
const LOCK_POLL_MS = 100;

// PostgreSQL's advisory locks are per database, so every deployment may use the same number.
const LOCK = createHash("sha256").update("countersign migration").digest().readBigInt64BE();

/**
 * Brings a database up to this version. Any number of runners may start at once: each file is applied once. Needs a
 * direct connection: a pooler in transaction mode would lose the lock.
 *
 * @param connectionString of the database's owner
 * @returns the names of the files that this call applied
 * @throws MigrationError (see `isMigrationError`) when a file fails, was edited or is out of order, when the database
 * is newer, too old or unreachable, or denies access; files applied before it stay applied
 */
export async function migrate(
  connectionString: string,
  { log = () => {}, directory = MIGRATIONS, logins = {} }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const [files, arrivals] = await Promise.all([readMigrations(directory), readArrivals(directory)]);
  const client = await connect(connectionString);
  try {
    await lock(client, log);
    const pending = pendingMigrations(files, await appliedMigrations(client), arrivals);
    for (const migration of pending) {
      await applyMigration(client, migration);
      log(`applied ${migration.name}`);
    }
    await grantRights(client, logins);
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await client.end(); // releases the lock
  }
}

/**
 * What `migrate` of this version would apply, in order. It changes nothing, and waits for no other runner.
 *
 * @throws MigrationError as `migrate` does, when it would refuse the database
 */
export async function upgradeSteps(
  connectionString: string,
  { directory = MIGRATIONS }: Pick<MigrateOptions, "directory"> = {},
): Promise<UpgradeStep[]> {
  const [files, arrivals] = await Promise.all([readMigrations(directory), readArrivals(directory)]);
  const client = await connect(connectionString);
  try {
    const recorded = (await hasRecords(client)) ? await records(client) : [];
    return stepsOf(pendingMigrations(files, recorded, arrivals));
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Client> {
  const { connectionString, Client } = serversOf(url);
  const client = new Client({
    connectionString,
    application_name: "countersign-migrate",
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE, // a migration may take long, but must not wait for a lost host
  });
  // A lost connection also rejects the running query. Without a listener, this event would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < OLDEST_POSTGRES) {
      throw migrationError(`The database runs PostgreSQL ${version}; ${OLDEST_POSTGRES} or newer is needed.`);
    }
    // A role may have limits that suit requests but not a long ALTER TABLE.
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw unreachable(error, client);
  }
}

function unreachable(error: unknown, { host, port, database }: Client): unknown {
  if (isMigrationError(error)) return error;
  // Node reports a refused connection to several addresses as an AggregateError without a message.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return migrationError(`Cannot open the database ${database ?? ""} at ${host}:${port}: ${reason}`, error);
}

async function lock(client: Client, log: (line: string) => void): Promise<void> {
  // Polls for the lock. A session that waits inside pg_advisory_lock() holds a snapshot. CREATE INDEX CONCURRENTLY of
  // the active runner would wait for that snapshot: a deadlock.
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query<{ ours: boolean }>("SELECT pg_try_advisory_lock($1) AS ours", [LOCK]);
    if (rows[0]?.ours) return;
    if (attempt === 0) log("another runner is migrating this database: waiting for it");
    await setTimeout(LOCK_POLL_MS);
  }
}

async function appliedMigrations(client: Client): Promise<AppliedMigration[]> {
  try {
    if (!(await hasRecords(client))) {
      await client.query(`CREATE TABLE countersign_migration (
        name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
        last_used_by text)`);
    }
    return await records(client);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "42501")) throw error;
    throw migrationError(
      `The database user may not migrate (${error.message}). Migrate as the owner of the database.`,
      error,
    );
  }
}

async function hasRecords(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    "SELECT to_regclass('countersign_migration') IS NOT NULL AS present",
  );
  return rows[0]?.present === true;
}

const records = async (client: Client): Promise<AppliedMigration[]> =>
  (await client.query<AppliedMigration>("SELECT name, sha256 FROM countersign_migration ORDER BY name")).rows;
