/** What is done with what is delivered to webhooks. Each act and its audit row are one transaction. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type Acting, acting } from "../../platform/stores/transaction.ts";
import { lockKept } from "../entity-acts.ts";
import { Refused } from "../refused.ts";
import { webhooks } from "./entity.ts";

/**
 * Sends the webhook the event that this act records, even if it does not subscribe to that type. Returns the delivery.
 * It is refused if there is no such webhook, or if it is disabled.
 */
export function testWebhook(database: Acting, id: string, by: By): Promise<string> {
  return acting(database, async (query) => {
    const { disabledAt } = await lockKept(query, webhooks, id);
    if (disabledAt !== null) throw new Refused({ kind: "unfit", why: "the webhook is disabled" });
    await recordAudit(query, { type: "webhook_tested", ...by, detail: { webhook: id } });
    const [newest] = await query(NEWEST, [id]);
    return String(newest?.id);
  });
}

/**
 * Makes a delivery due again, with the id and the event that it has. It is refused if there is none of a webhook that
 * is enabled, or if the event is no longer in the audit trail.
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

const NEWEST = "SELECT id FROM webhook_delivery WHERE webhook_id = $1 ORDER BY event_id DESC LIMIT 1";

const REPLAY = `
  UPDATE webhook_delivery d SET attempts = 0, next_attempt_at = $3, delivered_at = NULL, failure = NULL
    FROM webhook w
   WHERE d.id = $1 AND d.webhook_id = $2 AND w.id = d.webhook_id AND w.disabled_at IS NULL
     AND EXISTS (SELECT FROM audit_event e WHERE e.id = d.event_id)
  RETURNING d.id`;
