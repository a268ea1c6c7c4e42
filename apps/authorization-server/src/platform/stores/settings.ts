/** The settings that administrators change while the service runs. A copy in memory is read by every page. */
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import { type HeldCopy, openHeldCopy } from "./held-copy.ts";
import type { Query } from "./transaction.ts";

export interface HeldSettings {
  /** A text that changes whenever a setting does. */
  readonly version: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The configuration that declares a setting, for those that one declares. */
  readonly managedBy: Readonly<Record<string, string>>;
}

export type Settings = HeldCopy<HeldSettings>;

interface Row {
  readonly key: string;
  readonly value: unknown;
  readonly version: string;
  readonly managedBy: string | null;
}

/** All settings, read at one moment. */
export async function readSettings(query: Query): Promise<HeldSettings> {
  const rows = (await query(LIST, [])) as unknown as readonly Row[];
  const held = rows.filter(({ value }) => value !== null);
  return {
    version: rows.map(({ key, version }) => `${key} ${version}`).join(","),
    values: Object.fromEntries(held.map(({ key, value }) => [key, value])),
    managedBy: Object.fromEntries(held.flatMap(({ key, managedBy }) => (managedBy === null ? [] : [[key, managedBy]]))),
  };
}

/** Of changes at the same time, each sees what the one before it did. */
export const SETTINGS_LOCK = "SELECT pg_advisory_xact_lock(hashtext('countersign settings'))::text";

/** Stores one setting. An undefined value removes it. */
export async function storeSetting(
  query: Query,
  { key, value, managedBy, at }: { key: string; value: unknown; managedBy: string | undefined; at: Date },
): Promise<void> {
  await query(STORE, [key, value === undefined ? null : JSON.stringify(value), managedBy ?? null, at]);
}

/** Says which configuration declares a setting. */
export const keepOwner = (query: Query, key: string, managedBy: string): Promise<unknown> =>
  query("UPDATE setting SET managed_by = $2, version = version + 1 WHERE key = $1", [key, managedBy]);

interface Options {
  readonly database: Pick<Database, "pool">;
  /** Has a connection already, by which a start reads; by default `database`. */
  readonly startingWith?: Pick<Database, "pool">;
  readonly log: Pick<Logger, "error">;
  /** How often the version is read, in seconds. */
  readonly refreshSeconds?: number;
}

/** Reads the settings, and from then on whenever another replica or a command changed them. */
export async function openSettings({ database, startingWith = database, log, ...options }: Options): Promise<Settings> {
  let { pool } = startingWith;
  const list: Query = async (text) => (await pool.query({ name: "setting-list", text })).rows;
  const copy = await openHeldCopy({
    version: async () =>
      (await pool.query<{ version: string }>({ name: "setting-version", text: VERSION })).rows[0]?.version ?? "",
    read: () => readSettings(list),
    log,
    failure: "the settings could not be refreshed",
    ...options,
  });
  pool = database.pool;
  return copy;
}

const VERSION = `
  SELECT coalesce(string_agg(concat_ws(' ', key, version), ',' ORDER BY key COLLATE "C"), '') AS version FROM setting`;

const LIST = `
  SELECT key, value, version::text AS version, managed_by AS "managedBy" FROM setting ORDER BY key COLLATE "C"`;

const STORE = `
  INSERT INTO setting (key, value, version, managed_by, changed_at) VALUES ($1, $2::jsonb, 1, $3, $4::timestamptz)
  ON CONFLICT (key) DO UPDATE
     SET value = EXCLUDED.value, version = setting.version + 1, managed_by = EXCLUDED.managed_by,
         changed_at = EXCLUDED.changed_at`;
