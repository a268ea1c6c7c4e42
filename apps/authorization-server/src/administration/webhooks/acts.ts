/** Acts on webhooks. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { WebhookKey } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { type Acting, acting, type Query } from "../../platform/stores/transaction.ts";
import { webhookOwner } from "../../platform/stores/webhooks/webhook-deliveries.ts";
import { differing } from "../entity-acts.ts";
import { assignment, auditedOf, columnsOf, insertion } from "../entity-values.ts";
import { newKey, type Rotation, rotateKey } from "../receiver.ts";
import { missing, Refused, unlessTaken } from "../refused.ts";
import { type NewWebhook, WEBHOOK, type Webhook, type WebhookChanges, webhookFields, webhooks } from "./entity.ts";
import { lockWebhook } from "./store.ts";

interface Acts {
  readonly database: Acting;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** A webhook, and what its receiver needs. The secret of `v1` is not shown again. */
export interface MadeWebhook {
  readonly id: string;
  readonly key: WebhookKey;
}

/** Adds a webhook. It is refused if there is one of this name, or if there are too many. */
export const addWebhook = ({ database, texts }: Acts, webhook: NewWebhook, by: By): Promise<MadeWebhook> =>
  acting(database, async (query) => {
    // Of two at the same time, the second one counts the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))::text", []);
    const id = randomUUID();
    const { key, columns } = newKey(webhookOwner(id), webhook.signature, texts);
    const keys = { ...columns, public_key: key.publicKey ?? null };
    const row = { id, ...columnsOf(webhookFields, webhook), ...keys, created_at: by.at };
    const added = await unlessTaken(taken(webhook.name), () => query(...insertion(WEBHOOK, row, webhooks.most)));
    if (added.length === 0) throw new Refused({ kind: "limit", what: WEBHOOK, most: webhooks.most });
    const detail = { webhook: id, ...auditedOf(webhookFields, webhook) };
    await recordAudit(query, { type: "webhook_added", ...by, detail });
    return { id, key };
  });

/**
 * Changes settings, and whether it is enabled, at once. Throws what `assertMeantFor` throws for the webhook as it is.
 * It is refused if there is no such webhook, or if another one has the name.
 */
export const changeWebhook = (
  database: Acting,
  { id, isEnabled, ...changes }: WebhookChanges & { readonly id: string },
  by: By,
  assertMeantFor: AssertMeantFor<Webhook> = forAny,
): Promise<Webhook> =>
  acting(database, async (query) => {
    const held = await lockHeld(query, id);
    assertMeantFor(locked(held));
    const changed = differing({ ...held, isEnabled: held.disabledAt === null }, { ...changes, isEnabled });
    if (Object.keys(changed).length === 0) return held;
    const isOn = isEnabled ?? held.disabledAt === null;
    const { isEnabled: _, ...settings } = changed;
    const columns = columnsOf(webhookFields, settings as Partial<NewWebhook>);
    const change = assignment(WEBHOOK, id, columns, [ENABLED, [isOn, by.at]]);
    await unlessTaken(taken(changes.name ?? held.name), () => query(...change));
    const detail = { webhook: id, ...auditedOf(webhookFields, changed) };
    await recordAudit(query, { type: "webhook_changed", ...by, detail });
    return lockHeld(query, id);
  });

/**
 * Gives a webhook another key. The key before signs too for some seconds, so that the receiver can be changed
 * meanwhile. It is refused if there is no such webhook.
 */
export const rotateWebhookSecret = ({ database, texts }: Acts, rotation: Rotation, by: By): Promise<MadeWebhook> =>
  acting(database, async (query) => {
    const { id, overlapSeconds } = rotation;
    const { signature } = await lockHeld(query, id);
    const { key, columns } = newKey(webhookOwner(id), signature, texts);
    const keys = { ...columns, public_key: key.publicKey ?? null };
    await rotateKey(query, WEBHOOK, rotation, { columns: keys, at: by.at });
    await recordAudit(query, { type: "webhook_secret_rotated", ...by, detail: { webhook: id, overlapSeconds } });
    return { id, key };
  });

/** Removes a webhook, and what was to be delivered to it. It is refused if there is no such webhook. */
export const removeWebhook = (database: Acting, id: string, by: By): Promise<void> =>
  acting(database, async (query) => {
    const [removed] = await query("DELETE FROM webhook WHERE id = $1 RETURNING name", [id]);
    if (removed === undefined) throw missing(WEBHOOK);
    await query("DELETE FROM webhook_delivery WHERE webhook_id = $1", [id]);
    await recordAudit(query, { type: "webhook_removed", ...by, detail: { webhook: id, name: removed.name } });
  });

/**
 * Sends the webhook the event that this act records, even if it does not subscribe to that type. Returns the delivery.
 * It is refused if there is no such webhook, or if it is disabled.
 */
export function testWebhook(database: Acting, id: string, by: By): Promise<string> {
  return acting(database, async (query) => {
    const { disabledAt } = await lockHeld(query, id);
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

const taken = (name: string) => ({ what: WEBHOOK, name, why: "there is a webhook of this name" });

const NOT_REPLAYED = "the webhook is disabled, or has no such delivery, or the event is no longer kept";

async function lockHeld(query: Query, id: string): Promise<Webhook> {
  const held = await lockWebhook(query, id);
  if (held === undefined) throw missing(WEBHOOK);
  return held;
}

// What was disabled counts as new when it is enabled: its failures are over.
const ENABLED = `
  failure = CASE WHEN $2 THEN NULL ELSE failure END,
  last_success_at = CASE WHEN $2 AND disabled_at IS NOT NULL THEN NULL ELSE last_success_at END,
  enabled_at = CASE WHEN $2 AND disabled_at IS NOT NULL THEN $3 ELSE enabled_at END,
  disabled_at = CASE WHEN $2 THEN NULL ELSE coalesce(disabled_at, $3::timestamptz) END`;

const NEWEST = "SELECT id FROM webhook_delivery WHERE webhook_id = $1 ORDER BY event_id DESC LIMIT 1";

const REPLAY = `
  UPDATE webhook_delivery d SET attempts = 0, next_attempt_at = $3, delivered_at = NULL, failure = NULL
    FROM webhook w
   WHERE d.id = $1 AND d.webhook_id = $2 AND w.id = d.webhook_id AND w.disabled_at IS NULL
     AND EXISTS (SELECT FROM audit_event e WHERE e.id = d.event_id)
  RETURNING d.id`;
