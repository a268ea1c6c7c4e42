/** Deletes unused clients that registered themselves, so that registrations do not grow without limit (RFC 7591 §5). */
import type { Database } from "@countersign/database";
import { dropDocumentClients } from "../stores/client/drop-document-clients.ts";

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

  const before = daysBefore(now);
  return inBatches(pool, PURGE, [now, before(unusedDays), before(Math.min(unusedDays, NEVER_USED_DAYS))]);
}

/**
 * Deletes clients of metadata documents in the same way: those that nobody agreed to after a day, and the others when
 * their document was not fetched for `unusedDays`. A client that is used has it fetched at least once a day. Clients
 * that an operator pinned, blocked or disabled are kept.
 *
 * @returns how many clients were deleted
 */
export function purgeDocumentClients({ pool }: Pick<Database, "pool">, unusedDays: number, now: Date): Promise<number> {
  const before = daysBefore(now);
  return inBatches(pool, PURGE_DOCUMENTS, [now, unusedDays === 0 ? null : before(unusedDays), before(1)]);
}

const daysBefore = (now: Date) => (days: number) => new Date(now.getTime() - days * DAY_MS);

async function inBatches(pool: Database["pool"], statement: string, values: readonly unknown[]): Promise<number> {
  let ended = 0;
  let rows: number;
  do {
    rows = (await pool.query(statement, [...values])).rowCount ?? 0;
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

const PURGE_DOCUMENTS = dropDocumentClients("d.fetched_at <= $3", `LIMIT ${BATCH_ROWS}`, "d.fetched_at <= $2");
