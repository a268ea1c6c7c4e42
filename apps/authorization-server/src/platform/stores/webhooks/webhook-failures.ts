/** Disables webhooks whose receivers do not want events, or cannot be reached for long. */
import type { Database } from "@countersign/database";
import { recordAudit } from "../audit/audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";

/** Why the service disables a webhook. */
export type WebhookFailure = "gone" | "unreachable" | "backlog";

/** If nothing was taken for so long, no more than this may wait. */
const UNTAKEN_HOURS = 6;
const MOST_WAITING = 20_000;
/** An event is late if it is due and was not even tried: its receiver cannot keep up, although it takes others. */
const MOST_LATE_HOURS = 24;

export interface FailedWebhook {
  readonly id: string;
  readonly failure: WebhookFailure;
  /** With it, the webhook is disabled only if nothing was delivered since then. */
  readonly unlessSuccessSince?: Date;
}

/**
 * Disables a webhook. Returns false if there is none that is enabled, or if something was delivered.
 *
 * @param also what else is done in the transaction, with the name of the webhook
 */
export const disableFailedWebhook = (
  { pool }: Pick<Database, "pool">,
  { id, failure, unlessSuccessSince }: FailedWebhook,
  { at, also }: { readonly at: Date; readonly also: (query: Query, name: string) => Promise<void> },
): Promise<boolean> =>
  inTransaction(pool, async (query) => {
    const [disabled] = await query(DISABLE, [id, failure, at, unlessSuccessSince ?? null]);
    if (disabled === undefined) return false;
    const detail = { webhook: id, failure };
    await recordAudit(query, { type: "webhook_disabled", actor: { kind: "system" }, at, detail });
    await also(query, String(disabled.name));
    return true;
  });

/** The webhooks for which too much waits although nothing is taken, or what waits is too late. */
export async function webhooksWithBacklog({ pool }: Pick<Database, "pool">, now: Date): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(BACKLOG, [now, UNTAKEN_HOURS, MOST_WAITING, MOST_LATE_HOURS]);
  return rows.map(({ id }) => id);
}

/** Since when a webhook could have taken its events: an administrator who enables it gives it another chance. */
const ENABLED_AT = "COALESCE(w.enabled_at, w.created_at)";
const LAST_TAKEN_AT = `GREATEST(w.last_success_at, ${ENABLED_AT})`;

const DISABLE = `
  UPDATE webhook w SET disabled_at = $3, failure = $2
   WHERE id = $1 AND disabled_at IS NULL AND ($4::timestamptz IS NULL OR ${LAST_TAKEN_AT} <= $4)
  RETURNING name`;

// Both conditions read the beginning of an index.
const BACKLOG = `
  SELECT w.id FROM webhook w
   WHERE w.disabled_at IS NULL
     AND (${LAST_TAKEN_AT} <= $1::timestamptz - make_interval(hours => $2)
          AND EXISTS (SELECT FROM webhook_delivery d
                       WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL OFFSET $3)
       OR ${ENABLED_AT} <= $1::timestamptz - make_interval(hours => $4)
          AND (SELECT d.next_attempt_at FROM webhook_delivery d
                WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at LIMIT 1)
              <= $1::timestamptz - make_interval(hours => $4))`;
