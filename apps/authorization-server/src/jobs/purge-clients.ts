/** Deletes unused clients that registered themselves, so that registrations do not grow without limit (RFC 7591 §5). */
import type { Database } from "@countersign/database";

const BATCH_ROWS = 100;
const DAY_MS = 86_400_000;
/** How many days a client that was never used is kept: a newly registered client is normally used soon. */
const NEVER_USED_DAYS = 7;

/**
 * Deletes clients in small batches; the same statement writes their audit rows. Clients that an operator disabled or
 * created are kept.
 *
 * @param unusedDays how long a client may stay unused; 0 for no limit
 * @returns how many clients were deleted
 */
export async function purgeClients({ pool }: Pick<Database, "pool">, unusedDays: number, now: Date): Promise<number> {
  if (unusedDays === 0) return 0;

  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const values = [now, before(unusedDays), before(Math.min(unusedDays, NEVER_USED_DAYS))];
  let ended = 0;
  let rows: number;
  do {
    rows = (await pool.query(PURGE, values)).rowCount ?? 0;
    ended += rows;
  } while (rows === BATCH_ROWS);
  return ended;
}

const PURGE = `
  WITH unused AS (
    SELECT id FROM client
     WHERE registration_access_token_hash IS NOT NULL AND disabled_at IS NULL
       AND (last_used_at <= $2 OR (last_used_at IS NULL AND created_at <= $3))
     LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM client WHERE id IN (SELECT id FROM unused) RETURNING id, name, last_used_at
  )
  INSERT INTO audit_event (at, type, actor, client_id, detail)
  SELECT $1, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'lastUsedAt', last_used_at) FROM gone`;
