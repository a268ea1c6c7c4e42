/** Creates the database and the logins. Every step may be repeated, and several runs at the same time are safe. */
import { settingStatements } from "@countersign/database/migrate";
import { refusal } from "../command/refusal.ts";
import { type Connection, withConnection } from "./connection.ts";
import type { Login } from "./logins.ts";
import { SHARED } from "./refusals.ts";
import { scramVerifier } from "./scram.ts";

/**
 * Creates the login that owns the database, or sets its password again. Creates the database if it does not exist.
 *
 * @param adminUrl of a login that may create roles and databases
 */
export async function ensureDatabase(adminUrl: string, owner: Login): Promise<void> {
  await withConnection(adminUrl, async (connection) => {
    // The administrator creates the other logins, so the owner needs no rights on roles.
    await ensureRole(connection, owner, "NOCREATEROLE");
    await keepSharedRole(connection);

    const there = async () =>
      (await connection.query("SELECT FROM pg_database WHERE datname = $1", [owner.database])).rowCount === 1;
    if (await there()) return;
    const [database, name] = [owner.database, owner.name].map((word) => connection.escapeIdentifier(word));
    try {
      await connection.query(`CREATE DATABASE ${database} OWNER ${name}`);
    } catch (err) {
      // Another run was faster: a transaction cannot contain this statement, so no lock can order the runs.
      if (!(await there())) throw err;
    }
  });
}

/**
 * Creates the login of a service, or sets its password again. It gets its rights after the migrations.
 *
 * @param url of a login that may create roles
 * @returns whether the password was set; false if the login exists and `url` may not change it
 * @throws a refusal if the login does not exist and `url` may not create it
 */
export async function keepLogin(url: string, login: Login): Promise<boolean> {
  return withConnection(url, async (connection) => {
    try {
      await ensureRole(connection, login, "");
      return true;
    } catch (err) {
      if (!hasCode(err, "42501")) throw err; // insufficient_privilege
    }
    await connection.query("ROLLBACK");
    if (await exists(connection, login.name)) return false;
    throw refusal(`the login ${login.name} does not exist and cannot be created: create it, or set ADMIN_DATABASE_URL`);
  });
}

/**
 * If the password of a login could not be set, makes sure that the login can open its database.
 *
 * @throws a refusal if the login has another password
 */
export async function assertOpens({ url, name }: Login): Promise<void> {
  try {
    await withConnection(url, (connection) => connection.query("SELECT"));
  } catch (err) {
    if (!hasCode(err, "28P01")) throw err; // invalid_password
    throw refusal(`the login ${name} has another password: correct it, or set ADMIN_DATABASE_URL to change it`);
  }
}

/**
 * Gives a login its limits in its database, so that they hold behind a pooler, too, which drops those that a service
 * asks for when it connects.
 */
export async function keepSettings(
  login: Login | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  if (login === undefined) return;
  await withConnection(login.url, async (connection) => {
    // A login that was made read-only may still give itself settings.
    await connection.query("SET default_transaction_read_only = off");
    const statements = settingStatements(connection.escapeIdentifier(login.database), settings);
    await oneAtATime(connection, async () => {
      for (const statement of statements) await connection.query(statement);
    });
  });
}

const hasCode = (err: unknown, code: string) => err instanceof Error && "code" in err && err.code === code;

const exists = async (connection: Connection, role: string) =>
  (await connection.query("SELECT FROM pg_roles WHERE rolname = $1", [role])).rowCount === 1;

async function ensureRole(connection: Connection, { name, password }: Login, attributes: string): Promise<void> {
  const role = connection.escapeIdentifier(name);
  const verifier = connection.escapeLiteral(scramVerifier(password));
  await oneAtATime(connection, async () => {
    const verb = (await exists(connection, name)) ? "ALTER" : "CREATE";
    await connection.query(`${verb} ROLE ${role} WITH LOGIN ${attributes} PASSWORD ${verifier}`);
  });
}

const keepSharedRole = (connection: Connection) =>
  oneAtATime(connection, async () => {
    if (!(await exists(connection, SHARED))) await connection.query(`CREATE ROLE ${SHARED} NOLOGIN`);
  });

async function oneAtATime(connection: Connection, work: () => Promise<void>): Promise<void> {
  await connection.query("BEGIN");
  // Without the lock, two runs could both find no role, and one of them would fail.
  await connection.query("SELECT pg_advisory_xact_lock(hashtext('countersign prepare'))");
  await work();
  await connection.query("COMMIT");
}
