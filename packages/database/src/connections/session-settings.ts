/**
 * What protects the database from a session, by login. Services ask for it when they connect. Logins have it as well,
 * because a pooler such as PgBouncer drops what a client asks for at its start.
 */
import { STATEMENT_TIMEOUT_MS } from "./lost.ts";

type Settings = Readonly<Record<string, string>>;

/** Of the authorization server. Commands ask for more time themselves. */
export const SERVICE_SETTINGS: Settings = {
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(STATEMENT_TIMEOUT_MS),
};

/** Of the resource server. */
export const READER_SETTINGS: Settings = { statement_timeout: "5000", default_transaction_read_only: "on" };

/** The statements by which a login gives itself settings in one database. It needs no right for that. */
export const settingStatements = (database: string, settings: Settings): string[] =>
  Object.entries(settings).map(
    ([name, value]) => `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = '${value}'`,
  );

/**
 * The names of the settings that a session does not have, one in a row. A session of our own has asked for them. Behind
 * a pooler it has what its login has, which `prepare` sets, and an administrator can reset.
 */
const MISSING_SETTINGS =
  "SELECT to_json(name) AS missing FROM pg_settings WHERE name = ANY($1) AND setting IN ('0', 'off') ORDER BY name";

/** @param ask sends a statement with these values, and returns its column */
export const missingSettings = (
  settings: Settings,
  ask: (text: string, values: unknown[]) => Promise<readonly string[]>,
): Promise<readonly string[]> => ask(MISSING_SETTINGS, [Object.keys(settings)]);
