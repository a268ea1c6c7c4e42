/** What is done with what is delivered to webhooks. Each act and its audit row are one transaction. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import type { AuditType } from "../../platform/stores/audit/audit-types.ts";
import { type Acting, acting } from "../../platform/stores/transaction.ts";
import { lockKept } from "../entity-acts.ts";
import { Refused } from "../refused.ts";
import { webhooks } from "./entity.ts";

/** What a test sends, and for how many seconds the queue leaves its first attempt to the caller. */
interface Trial {
  /** By default the event that the act records. Of another type an example is sent, which did not happen. */
  readonly type?: AuditType | undefined;
  readonly heldSeconds?: number;
}

/**
 * Has the webhook sent an event, even if it does not subscribe to the type. Returns the delivery. It is refused if
 * there is no such webhook, or if it is disabled.
 */
export function testWebhook(
  database: Acting,
  id: string,
  by: By,
  { type = TESTED, heldSeconds = 0 }: Trial = {},
): Promise<string> {
  return acting(database, async (query) => {
    const { disabledAt } = await lockKept(query, webhooks, id);
    if (disabledAt !== null) throw new Refused({ kind: "unfit", why: "the webhook is disabled" });
    const detail = { webhook: id, ...(type !== TESTED && { event: type }) };
    await recordAudit(query, { type: TESTED, ...by, detail });
    const [queued] = await query(HOLD, [id, type, heldSeconds]);
    return String(queued?.id);
  });
}

/**
 * Makes a delivery due again, with the id and the event that it has. It is refused if there is none of a webhook that
 * is enabled, or if the event is no longer in the audit log.
 */
export function replayWebhookDelivery(
  database: Acting,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
  by: By,
): Promise<void> {
  return acting(database, async (query) => {
    const replayed = await query(REPLAY, [deliveryId, webhookId, by.at]);
    if (replayed.length === 0) throw new Refused({ kind: "unfit", why: NOT_REPLAYED });
    const detail = { webhook: webhookId, delivery: deliveryId };
    await recordAudit(query, { type: "webhook_replayed", ...by, detail });
  });
}

const NOT_REPLAYED = "the webhook is disabled, or has no such delivery, or the event is no longer kept";

const TESTED = "webhook_tested";

// The delivery that the trigger has just added, of the event of the act: others add events at the same time. Tests of
// one webhook are one after the other, because of its lock, so theirs is the newest. If the process ends before the
// attempt, it is due after that time.
const HOLD = `
  UPDATE webhook_delivery SET type = $2, next_attempt_at = next_attempt_at + make_interval(secs => $3)
   WHERE id = (SELECT d.id FROM webhook_delivery d JOIN audit_event e ON e.id = d.event_id
                WHERE d.webhook_id = $1::uuid AND e.type = '${TESTED}' AND e.detail ->> 'webhook' = $1::uuid::text
                ORDER BY d.event_id DESC LIMIT 1)
  RETURNING id`;

const REPLAY = `
  UPDATE webhook_delivery d SET attempts = 0, next_attempt_at = $3, delivered_at = NULL, failure = NULL
    FROM webhook w
   WHERE d.id = $1 AND d.webhook_id = $2 AND w.id = d.webhook_id AND w.disabled_at IS NULL
     AND EXISTS (SELECT FROM audit_event e WHERE e.id = d.event_id)
  RETURNING d.id`;
