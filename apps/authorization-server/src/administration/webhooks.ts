/** Acts on webhooks. Each act and its audit row are one transaction. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { after, WEBHOOK_KEY_BYTES, type WebhookKey, type WebhookSignature, webhookKey } from "@countersign/rules";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../stores/locked.ts";
import { inTransaction, type Query } from "../stores/transaction.ts";
import { lockWebhook, type Webhook, type WebhookSettings, webhookOwner } from "../stores/webhooks/webhooks.ts";
import { missing, Refused, unlessTaken } from "./refused.ts";

/** Every event is compared with every webhook. */
export const MOST_WEBHOOKS = 50;

interface Acts {
  readonly database: Pick<Database, "pool">;
  readonly texts: Pick<SealedTexts, "seal">;
}

export interface NewWebhook extends WebhookSettings {
  readonly signature: WebhookSignature;
}

/** A webhook, and what its receiver needs. The secret of `v1` is not shown again. */
export interface MadeWebhook {
  readonly id: string;
  readonly key: WebhookKey;
}

/** Adds a webhook. It is refused if there is one of this name, or if there are too many. */
export const addWebhook = ({ database, texts }: Acts, webhook: NewWebhook, by: By): Promise<MadeWebhook> =>
  inTransaction(database.pool, (query) => addWebhookIn(query, texts, webhook, by));

/** The same in one transaction, that of the caller. */
export async function addWebhookIn(
  query: Query,
  texts: Acts["texts"],
  { signature, ...settings }: NewWebhook,
  by: By,
): Promise<MadeWebhook> {
  // Of two at the same time, the second one counts the first.
  await query("SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))::text", []);
  const id = randomUUID();
  const { key, sealed } = newKey(id, signature, texts);
  const { name, url, eventTypes, personalData } = settings;
  const values = [id, name, url, eventTypes, personalData, signature, key.publicKey ?? null, ...sealed, by.at];
  const added = await unlessTaken(taken(name), () => query(ADD, [...values, MOST_WEBHOOKS]));
  if (added.length === 0) throw new Refused({ kind: "limit", what: WEBHOOK, most: MOST_WEBHOOKS });
  await recordAudit(query, { type: "webhook_added", ...by, detail: { webhook: id, ...told(settings), signature } });
  return { id, key };
}

/** Settings to change; those that are undefined stay. */
export type WebhookChanges = { readonly [Name in keyof WebhookSettings]?: WebhookSettings[Name] | undefined } & {
  readonly isEnabled?: boolean | undefined;
};

/**
 * Changes settings, and whether it is enabled, at once. Throws what `assertMeantFor` throws for the webhook as it is.
 * It is refused if there is no such webhook, or if another one has the name.
 */
export function changeWebhook(
  { pool }: Pick<Database, "pool">,
  change: WebhookChange,
  by: By,
  assertMeantFor: AssertMeantFor<Webhook> = forAny,
): Promise<Webhook> {
  return inTransaction(pool, (query) => changeWebhookIn(query, change, by, assertMeantFor));
}

type WebhookChange = WebhookChanges & { readonly id: string };

/** The same in one transaction, that of the caller. */
export async function changeWebhookIn(
  query: Query,
  { id, isEnabled, ...changes }: WebhookChange,
  by: By,
  assertMeantFor: AssertMeantFor<Webhook> = forAny,
): Promise<Webhook> {
  const held = await lockHeld(query, id);
  assertMeantFor(locked(held));
  const changed = changedSettings(held, { ...changes, isEnabled });
  if (Object.keys(changed).length === 0) return held;
  const { name, url, eventTypes, personalData } = { ...held, ...changed } as Webhook;
  const isOn = isEnabled ?? held.disabledAt === null;
  await unlessTaken(taken(name), () => query(CHANGE, [id, name, url, eventTypes, personalData, isOn, by.at]));
  await recordAudit(query, { type: "webhook_changed", ...by, detail: { webhook: id, ...told(changed) } });
  return lockHeld(query, id);
}

/** What of the changes is different from what the webhook has. */
function changedSettings(held: Webhook, changes: WebhookChanges) {
  const { disabledAt, ...settings } = held;
  const before: Readonly<Record<string, unknown>> = { ...settings, isEnabled: disabledAt === null };
  const isOther = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(changes).filter(isOther)) as WebhookChanges;
}

/**
 * Gives a webhook another key. The key before signs too for some seconds, so that the receiver can be changed
 * meanwhile. It is refused if there is no such webhook.
 */
export function rotateWebhookSecret(
  { database, texts }: Acts,
  { id, overlapSeconds }: { readonly id: string; readonly overlapSeconds: number },
  by: By,
): Promise<MadeWebhook> {
  return inTransaction(database.pool, async (query) => {
    const held = await lockHeld(query, id);
    const { key, sealed } = newKey(id, held.signature, texts);
    const until = overlapSeconds === 0 ? null : after(by.at, overlapSeconds);
    await query(ROTATE, [id, key.publicKey ?? null, ...sealed, until]);
    await recordAudit(query, { type: "webhook_secret_rotated", ...by, detail: { webhook: id, overlapSeconds } });
    return { id, key };
  });
}

/** Removes a webhook, and what was to be delivered to it. It is refused if there is no such webhook. */
export const removeWebhook = ({ pool }: Pick<Database, "pool">, id: string, by: By): Promise<void> =>
  inTransaction(pool, (query) => removeWebhookIn(query, id, by));

/** The same in one transaction, that of the caller. */
export async function removeWebhookIn(query: Query, id: string, by: By): Promise<void> {
  const [removed] = await query("DELETE FROM webhook WHERE id = $1 RETURNING name", [id]);
  if (removed === undefined) throw missing(WEBHOOK);
  await query("DELETE FROM webhook_delivery WHERE webhook_id = $1", [id]);
  await recordAudit(query, { type: "webhook_removed", ...by, detail: { webhook: id, name: removed.name } });
}

/**
 * Sends the webhook the event that this act records, even if it does not subscribe to that type. Returns the delivery.
 * It is refused if there is no such webhook, or if it is disabled.
 */
export function testWebhook({ pool }: Pick<Database, "pool">, id: string, by: By): Promise<string> {
  return inTransaction(pool, async (query) => {
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
  { pool }: Pick<Database, "pool">,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
  by: By,
): Promise<void> {
  return inTransaction(pool, async (query) => {
    const replayed = await query(REPLAY, [deliveryId, webhookId, by.at]);
    if (replayed.length === 0) throw new Refused({ kind: "unfit", why: NOT_REPLAYED });
    const detail = { webhook: webhookId, delivery: deliveryId };
    await recordAudit(query, { type: "webhook_replayed", ...by, detail });
  });
}

const WEBHOOK = "webhook";

const taken = (name: string) => ({ what: WEBHOOK, name, why: "there is a webhook of this name" });

const NOT_REPLAYED = "the webhook is disabled, or has no such delivery, or the event is no longer kept";

async function lockHeld(query: Query, id: string): Promise<Webhook> {
  const held = await lockWebhook(query, id);
  if (held === undefined) throw missing(WEBHOOK);
  return held;
}

function newKey(id: string, signature: WebhookSignature, texts: Pick<SealedTexts, "seal">) {
  const key = webhookKey(signature, randomBytes(WEBHOOK_KEY_BYTES));
  const { sealed, keyEncryptionKeyId } = texts.seal(key.key, webhookOwner(id));
  return { key, sealed: [sealed, keyEncryptionKeyId] as const };
}

/** What the audit trail says of settings: the path of an address may be a secret. */
function told({ url, ...settings }: WebhookChanges): Readonly<Record<string, unknown>> {
  return { ...settings, ...(url === undefined ? {} : { host: URL.parse(url)?.host }) };
}

const ADD = `
  INSERT INTO webhook (id, name, url, event_types, personal_data, signature, public_key, sealed_secret,
                       key_encryption_key_id, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE (SELECT count(*) FROM webhook) < $11 RETURNING id`;

const CHANGE = `
  UPDATE webhook
     SET name = $2, url = $3, event_types = $4, personal_data = $5,
         failure = CASE WHEN $6 THEN NULL ELSE failure END,
         last_success_at = CASE WHEN $6 AND disabled_at IS NOT NULL THEN NULL ELSE last_success_at END,
         enabled_at = CASE WHEN $6 AND disabled_at IS NOT NULL THEN $7 ELSE enabled_at END,
         disabled_at = CASE WHEN $6 THEN NULL ELSE coalesce(disabled_at, $7::timestamptz) END
   WHERE id = $1`;

const ROTATE = `
  UPDATE webhook
     SET sealed_previous_secret = CASE WHEN $5::timestamptz IS NOT NULL THEN sealed_secret END,
         previous_key_encryption_key_id = CASE WHEN $5::timestamptz IS NOT NULL THEN key_encryption_key_id END,
         previous_until = $5, public_key = $2, sealed_secret = $3, key_encryption_key_id = $4
   WHERE id = $1`;

const NEWEST = "SELECT id FROM webhook_delivery WHERE webhook_id = $1 ORDER BY event_id DESC LIMIT 1";

const REPLAY = `
  UPDATE webhook_delivery d SET attempts = 0, next_attempt_at = $3, delivered_at = NULL, failure = NULL
    FROM webhook w
   WHERE d.id = $1 AND d.webhook_id = $2 AND w.id = d.webhook_id AND w.disabled_at IS NULL
     AND EXISTS (SELECT FROM audit_event e WHERE e.id = d.event_id)
  RETURNING d.id`;
