/** Applies one migration file, whole or not at all. */
import { type Client, DatabaseError } from "pg";
import { migrationError } from "./migration-error.ts";
import { lastUsedBy, type Migration } from "./migration-files.ts";
import { withPrivilegeWarnings } from "./privilege-warnings.ts";

const NO_TRANSACTION = /^-- no transaction\s*$/m;
const NEXT_STATEMENT = /^-- next statement\s*$/m;
const NEEDS_OPERATOR_CLASS = /^-- needs operator class (\w+)\s*$/m;

// While a change waits for a lock, all other statements queue behind it. It is better to give up and run again.
const LOCK_TIMEOUT = "10s";

/**
 * Runs the file in one transaction together with its own record.
 *
 * A first line `-- no transaction` is for statements that PostgreSQL refuses to run in one, such as CREATE INDEX
 * CONCURRENTLY. It must be safe to run such a file again after it failed halfway. Its statements are separated by lines
 * `-- next statement`: if they were sent together, PostgreSQL would wrap them in a transaction. One with a line
 * `-- needs operator class <name>` is left out in a database whose owner could not create its extension.
 *
 * @throws MigrationError naming file and line; also when PostgreSQL only warns that it could not grant or revoke
 */
export async function applyMigration(client: Client, migration: Migration): Promise<void> {
  await (runsOutside(migration) ? applyStatements(client, migration) : applyAtOnce(client, migration));
}

/** Whether the file runs outside of a transaction. */
export const runsOutside = ({ sql }: Migration): boolean => NO_TRANSACTION.test(firstLine(sql));

const firstLine = (sql: string) => sql.slice(0, sql.indexOf("\n"));

async function applyAtOnce(client: Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await runSql(client, migration, migration.sql);
    await record(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    // The connection itself may have failed; then the server rolls back by itself.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function applyStatements(client: Client, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(NEXT_STATEMENT)) {
    if (await hasWhatItNeeds(client, statement)) await runSql(client, migration, statement);
  }
  await record(client, migration);
}

async function hasWhatItNeeds(client: Client, statement: string): Promise<boolean> {
  const [, needed] = NEEDS_OPERATOR_CLASS.exec(statement) ?? [];
  if (needed === undefined) return true;
  const visible = "SELECT FROM pg_opclass WHERE opcname = $1 AND pg_opclass_is_visible(oid)";
  return ((await client.query(visible, [needed])).rowCount ?? 0) > 0;
}

async function record(client: Client, { name, sha256, sql }: Migration): Promise<void> {
  const last = lastUsedBy({ sql });
  // A list of an older version gets the column, and what it would have there, by 0548_last_used_by.
  const isTold = last !== undefined && ((await client.query(TELLS)).rowCount ?? 0) > 0;
  if (isTold) await client.query(`${RECORD}, last_used_by) VALUES ($1, $2, $3)`, [name, sha256, last]);
  else await client.query(`${RECORD}) VALUES ($1, $2)`, [name, sha256]);
}

const RECORD = "INSERT INTO countersign_migration (name, sha256";
const TELLS = `
  SELECT FROM pg_attribute
   WHERE attrelid = 'countersign_migration'::regclass AND attname = 'last_used_by' AND NOT attisdropped`;

async function runSql(client: Client, { name, sql }: Migration, part: string): Promise<void> {
  const { warnings } = await withPrivilegeWarnings(client, () => client.query(part)).catch((error: unknown) => {
    throw explain(error, name, lineOf(error, sql, part));
  });
  if (warnings.length > 0) throw missingPrivileges(name, warnings.join("; "));
}

function explain(error: unknown, name: string, line: number | undefined): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === "42501") return missingPrivileges(name, error.message, error); // insufficient_privilege
  if (error.code === "55P03") {
    // lock_not_available
    return migrationError(
      `Migration ${name}: something else holds a lock on a table it changes. Nothing was changed; run it again.`,
      error,
    );
  }
  const hint = error.detail ?? error.hint;
  return migrationError(
    `Migration ${name}${line === undefined ? "" : `, line ${line}`}: ${error.message}${hint ? ` (${hint})` : ""}.`,
    error,
  );
}

// PostgreSQL counts characters from 1, in the part of the file that it received.
function lineOf(error: unknown, sql: string, part: string): number | undefined {
  if (!(error instanceof DatabaseError) || error.position === undefined) return undefined;
  return sql.slice(0, sql.indexOf(part) + Number(error.position) - 1).split("\n").length;
}

function missingPrivileges(name: string, message: string, cause?: unknown) {
  return migrationError(
    `Migration ${name}: the database user lacks a privilege (${message}). Migrate as the owner of the database. ` +
      "The owner needs CREATEROLE too, unless an administrator has run: CREATE ROLE countersign_userinfo NOLOGIN.",
    cause,
  );
}
