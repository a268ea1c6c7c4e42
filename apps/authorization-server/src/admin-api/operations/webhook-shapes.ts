/** Webhooks as the administration API shows them. */
import { WEBHOOK_SIGNATURES } from "@countersign/rules";
import { z } from "zod";
import type { MadeWebhook } from "../../administration/webhooks.ts";
import type { Dependencies } from "../../dependencies.ts";
import { type DeliveryRecord, findWebhook, type Webhook } from "../../stores/webhooks/webhooks.ts";
import type { Caller } from "../access.ts";
import { managedBy } from "../managed.ts";
import { notFound, Problem } from "../problem.ts";
import { assertWithin } from "../rank.ts";
import { isId, time, written } from "../shapes.ts";
import type { Params } from "./role-shapes.ts";

export const webhook = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  event_types: z.array(z.string()),
  personal_data: z.boolean(),
  signature: z.enum(WEBHOOK_SIGNATURES),
  public_key: z.string().nullable().meta({ description: "what receivers of v1a verify with" }),
  enabled: z.boolean(),
  failure: z.string().nullable().meta({ description: "why the service disabled it" }),
  last_success_at: time.nullable(),
  previous_until: time.nullable().meta({ description: "until when the key before signs, too" }),
  created_at: time,
  managed_by: managedBy,
});

/** A webhook whose key is new. */
export const madeWebhook = webhook.extend({
  secret: z.string().optional().meta({ description: "what receivers of v1 verify with; it is shown once" }),
});

export const delivery = z.strictObject({
  id: z.uuid().meta({ description: "the webhook-id of every attempt" }),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  next_attempt_at: time.nullable(),
  delivered_at: time.nullable(),
  last_status: z.int().nullable(),
  failure: z.string().nullable(),
  created_at: time,
});

export const shownWebhook = (held: Webhook): z.input<typeof webhook> => ({
  id: held.id,
  name: held.name,
  url: held.url,
  event_types: [...held.eventTypes],
  personal_data: held.personalData,
  signature: held.signature,
  public_key: held.publicKey,
  enabled: held.disabledAt === null,
  failure: held.failure,
  last_success_at: written(held.lastSuccessAt),
  previous_until: written(held.previousUntil),
  created_at: held.createdAt.toISOString(),
  managed_by: held.managedBy,
});

/** What If-Match compares: what deliveries change is not part of it. */
export const versionOf = (held: Webhook): unknown => {
  const { last_success_at: _, ...version } = shownWebhook(held);
  return version;
};

export const shownMade = (held: Webhook, { key: { key, publicKey } }: MadeWebhook): z.input<typeof madeWebhook> => ({
  ...shownWebhook(held),
  ...(publicKey === undefined && { secret: key }),
});

export const shownDelivery = (held: DeliveryRecord): z.input<typeof delivery> => ({
  id: held.id,
  event_id: held.eventId,
  type: held.type,
  state: stateOf(held),
  attempts: held.attempts,
  next_attempt_at: written(held.nextAttemptAt),
  delivered_at: written(held.deliveredAt),
  last_status: held.lastStatus,
  failure: held.failure,
  created_at: held.createdAt.toISOString(),
});

const stateOf = ({ deliveredAt, nextAttemptAt }: DeliveryRecord) => {
  if (deliveredAt !== null) return "delivered";
  return nextAttemptAt === null ? "failed" : "waiting";
};

export async function webhookIn({ id }: Params, { database }: Pick<Dependencies, "database">): Promise<Webhook> {
  const found = isId(id) ? await findWebhook(database, id) : undefined;
  if (found === undefined) throw notFound("webhook");
  return found;
}

/** A webhook receives the audit trail, so the caller needs the scope that reads it. */
export const assertReadsAudit = (caller: Caller): void => assertWithin(caller, ["audit:read"], "the webhook");

export const wrong = (pointer: string, detail: string) =>
  new Problem("invalid-request", undefined, { errors: [{ pointer, detail }] });
