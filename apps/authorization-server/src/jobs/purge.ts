/** Removes what expired, in small batches, so that size follows live use and no batch holds anyone up. */
import type { Database } from "@countersign/database";

const BATCH_ROWS = 1000;
/** Runs at once share the work. */
const LOCK = "FOR UPDATE SKIP LOCKED";

/** Each noun that ends by itself, and the condition under which a row of it is over at `$1`. */
const EXPIRED: Readonly<Record<string, { table: string; key: string; over: string }>> = {
  authorizations: { table: `"authorization"`, key: "id", over: "expires_at <= $1" },
  sessions: { table: "browser_session", key: "id", over: "expires_at <= $1 OR idle_expires_at <= $1" },
  refreshTokens: { table: "refresh_token", key: "token_hash", over: "idle_expires_at <= $1" },
  // Verification allows clocks to differ, and accepts a token for a few seconds after its exp.
  revokedAccessTokens: {
    table: "revoked_access_token",
    key: "jti",
    over: "expires_at <= $1::timestamptz - interval '1 hour'",
  },
  // Told or not, after a day it is no news any more: the last attempt is made within an hour.
  logoutDeliveries: {
    table: "logout_delivery",
    key: "id",
    over: "delivered_at IS NOT NULL OR created_at <= $1::timestamptz - interval '1 day'",
  },
  initialAccessTokens: { table: "initial_access_token", key: "id", over: "expires_at <= $1" },
};

/**
 * Audit events are over after as many days as the deployment keeps them; the database lets none go before four weeks by
 * its own clock. Nobody may change an event, and so nobody may lock one: one run at a time deletes them, and the others
 * find none.
 */
const AUDIT_EVENTS = {
  table: "audit_event",
  key: "id",
  over: `at <= $1 AND at < now() - interval '4 weeks'
     AND (SELECT pg_try_advisory_xact_lock(hashtext('countersign audit purge')))`,
  lock: "",
};

const DAY_MILLISECONDS = 86_400_000;

/** Purges every noun until nothing expired is left, and says how many rows went. */
export async function purge(
  { pool }: Pick<Database, "pool">,
  now: Date,
  { auditRetentionDays }: { auditRetentionDays: number },
): Promise<Readonly<Record<string, number>>> {
  const oldest = new Date(now.getTime() - auditRetentionDays * DAY_MILLISECONDS);
  const nouns = Object.entries(EXPIRED).map(([noun, rows]) => ({ noun, ...rows, lock: LOCK, before: now }));

  const removed: Record<string, number> = {};
  for (const { noun, table, key, over, lock, before } of [
    ...nouns,
    { noun: "auditEvents", ...AUDIT_EVENTS, before: oldest },
  ]) {
    removed[noun] = 0;
    let rows: number;
    do {
      const batch = `SELECT ${key} FROM ${table} WHERE ${over} LIMIT ${BATCH_ROWS} ${lock}`;
      const { rowCount } = await pool.query(`DELETE FROM ${table} WHERE ${key} IN (${batch})`, [before]);
      rows = rowCount ?? 0;
      removed[noun] += rows;
    } while (rows === BATCH_ROWS);
  }
  return removed;
}
