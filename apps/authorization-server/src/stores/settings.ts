/**
 * The settings that administrators change while the service runs. A copy in memory is read by every page; the store is
 * asked for its version every two seconds, and read when that changed.
 */
import type { Database } from "@countersign/database";
import type { Logger } from "@countersign/service";
import type { Query } from "./transaction.ts";

export interface HeldSettings {
  /** A text that changes whenever a setting does. */
  readonly version: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The configuration that declares a setting, for those that one declares. */
  readonly managedBy: Readonly<Record<string, string>>;
}

export interface Settings {
  /** As this replica read them last. */
  current(): HeldSettings;
  /** Reads the store now instead of at the next interval. */
  refresh(): Promise<void>;
  /** Stops reading the store, and waits for a read in progress. */
  close(): Promise<void>;
}

const NONE: HeldSettings = { version: "", values: {}, managedBy: {} };

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
  readonly log: Pick<Logger, "error">;
  /** How often the version is read, in seconds. */
  readonly refreshSeconds?: number;
}

/** Reads the settings, and from then on whenever another replica or a command changed them. */
export async function openSettings({ database: { pool }, log, refreshSeconds = 2 }: Options): Promise<Settings> {
  const list: Query = async (text) => (await pool.query({ name: "setting-list", text })).rows;
  const versionNow = async () =>
    (await pool.query<{ version: string }>({ name: "setting-version", text: VERSION })).rows[0]?.version ?? "";
  let current = NONE;
  let turn: Promise<void> | undefined;

  const read = async () => {
    if ((await versionNow()) !== current.version) current = await readSettings(list);
  };
  // An earlier read could have begun before the change that the caller wants to see.
  const refresh = async () => {
    await turn?.catch(() => undefined);
    current = await readSettings(list);
  };
  await read();

  const timer = setInterval(() => {
    // What is known stays in use: pages are shown while the database is briefly unavailable.
    turn ??= read()
      .catch((err: unknown) => log.error({ err }, "the settings could not be refreshed"))
      .finally(() => {
        turn = undefined;
      });
  }, refreshSeconds * 1000).unref();

  return {
    current: () => current,
    refresh,
    async close() {
      clearInterval(timer);
      await turn;
    },
  };
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
