/**
 * That an administrator read what a person did: the person can see it, and so can those who supervise administrators.
 */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

/** Records that the activity of a person was read. Does nothing for an account that does not exist. */
export function recordActivityRead({ pool }: WithPool, userId: string, by: By): Promise<void> {
  return inTransaction(pool, async (query) => {
    if ((await query("SELECT id FROM end_user WHERE id = $1", [userId])).length === 0) return;
    await recordAudit(query, { type: "activity_read", userId, ...by });
  });
}
