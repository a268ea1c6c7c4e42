/** Ends clients that registered themselves and that nobody uses: registrations must not grow for ever (RFC 7591 §5). */
import type { Database } from "@countersign/database";

const BATCH_ROWS = 100;
const DAY_MS = 86_400_000;
/** How long one that was never used is kept: whoever registers does so to begin. */
const NEVER_USED_DAYS = 7;

/**
 * Ends, in small batches, each with its audit row in the same statement. One that an operator disabled stays, as do all
 * that an operator made.
 *
 * @param unusedDays how long a client may lie unused; 0 for ever
 * @returns how many ended
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
