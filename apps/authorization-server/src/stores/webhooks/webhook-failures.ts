/** Disables webhooks whose receivers do not want events, or cannot be reached for long. */
import type { Database } from "@countersign/database";
import { recordAudit } from "../audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";

/** Why the service disables a webhook. */
export type WebhookFailure = "gone" | "unreachable" | "backlog";

/** A webhook that does not take its events has so many at most; then it is disabled. */
const MOST_WAITING = 20_000;

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

/** The webhooks for which too much waits. */
export async function webhooksWithBacklog({ pool }: Pick<Database, "pool">): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(BACKLOG, [MOST_WAITING]);
  return rows.map(({ id }) => id);
}

const DISABLE = `
  UPDATE webhook SET disabled_at = $3, failure = $2
   WHERE id = $1 AND disabled_at IS NULL AND ($4::timestamptz IS NULL OR coalesce(last_success_at < $4, true))
  RETURNING name`;

const BACKLOG = `
  SELECT w.id FROM webhook w
   WHERE w.disabled_at IS NULL
     AND (SELECT count(*) FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL) > $1`;
