/** Operations on what is delivered to webhooks. */
import { z } from "zod";
import { AUDIT_TYPES } from "../../platform/stores/audit/audit-types.ts";
import {
  DELIVERY_FAILURE_CODES,
  failureCodeOf,
  LEASE_SECONDS,
} from "../../platform/stores/webhooks/webhook-deliveries.ts";
import type { OperationCommand, OperatorDependencies } from "../api/command.ts";
import { naming } from "../api/entities/commands.ts";
import { keptIn } from "../api/entities/replies.ts";
import { cut, listQuery, pageOf } from "../api/lists/list.ts";
import { defineOperation, type Operation } from "../api/operation.ts";
import { assertDecides } from "../api/rank.ts";
import { isId, sentRequest, spelled, time } from "../api/shapes.ts";
import { missing } from "../refused.ts";
import { replayWebhookDelivery, testWebhook } from "./acts.ts";
import { webhooks } from "./entity.ts";
import { type DeliveryRecord, findDelivery, pageOfDeliveries } from "./store.ts";

const delivery = z.strictObject({
  id: z.uuid().meta({ description: "the webhook-id of every attempt" }),
  event_id: z.string(),
  type: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.int(),
  next_attempt_at: time.nullable(),
  delivered_at: time.nullable(),
  last_status: z.int().nullable(),
  last_duration_ms: z
    .int()
    .nullable()
    .meta({ description: "how long the last attempt took: until its answer, or until the service gave it up" }),
  failure: z.string().nullable(),
  failure_code: z.enum(DELIVERY_FAILURE_CODES).nullable().meta({ description: "the kind of that failure" }),
  created_at: time,
});

const shownDelivery = (held: DeliveryRecord) =>
  spelled(delivery, { ...held, state: stateOf(held), failureCode: failureCodeOf(held.failure) });

const stateOf = ({ deliveredAt, nextAttemptAt }: DeliveryRecord) => {
  if (deliveredAt !== null) return "delivered";
  return nextAttemptAt === null ? "failed" : "waiting";
};

const ABOUT_ONE = naming(webhooks, "deliveries");

const DELIVERIES: OperationCommand = {
  ...{ ...ABOUT_ONE, most: 50 },
  about: "list the newest 50 events for a webhook, and what became of them",
  columns: ["id", "type", "attempts", "state", "failure"],
  empty: "No events for this webhook yet.",
};

const SHOW: OperationCommand = {
  ...{ ...ABOUT_ONE, line: "webhooks delivery <webhook> <delivery>" },
  about: "show an event for a webhook, and what became of it",
};

const TEST: OperationCommand = {
  ...{ ...ABOUT_ONE, line: "webhooks test <webhook>" },
  about: "have the service send a webhook an event as a test",
};

const REPLAY: OperationCommand = {
  ...{ ...ABOUT_ONE, line: "webhooks replay <webhook> <delivery>" },
  about: "have the service send an event to a webhook again, with the same webhook-id",
};

const list = defineOperation({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/:id/deliveries",
  summary: "What was and is to be delivered to a webhook in the last 30 days, the newest event first",
  scope: "settings:read",
  isList: true,
  query: z.strictObject(listQuery),
  answer: pageOf(delivery),
  command: DELIVERIES,
  async handle({ params, query: { limit }, place }, deps) {
    const { id: webhookId } = await keptIn(webhooks, params, deps);
    const found = await pageOfDeliveries(deps.database, { webhookId, before: place?.[0], most: limit + 1 });
    const { items, last } = cut(found, limit);
    return { body: { items: items.map(shownDelivery) }, next: last && [last.eventId] };
  },
});

const read = defineOperation({
  id: "readWebhookDelivery",
  method: "GET",
  path: "/webhooks/:id/deliveries/:delivery",
  summary: "One event for a webhook, and what became of it",
  scope: "settings:read",
  answer: delivery,
  command: SHOW,
  async handle({ params }, deps) {
    const { id: webhookId } = await keptIn(webhooks, params, deps);
    return { body: shownDelivery(await deliveryIn({ webhookId, deliveryId: params.delivery }, deps)) };
  },
});

const test = defineOperation({
  id: "testWebhook",
  method: "POST",
  path: "/webhooks/:id/test",
  summary: "Sends the webhook an event of any type as a test, and answers how it went; needs the scope audit:read, too",
  scope: "settings:write",
  // The message is signed, so a receiver that overlooks `test` acts upon an event that did not happen.
  needsStepUp: true,
  isCostly: true,
  isBodyOptional: true,
  body: z.strictObject({
    type: z
      .enum(AUDIT_TYPES)
      .optional()
      .meta({ description: "of another type than webhook_tested, an example is sent: its detail has test, true" }),
  }),
  status: 201,
  answer: delivery.extend({ request: sentRequest.optional() }),
  shownOnce: ["request"],
  command: TEST,
  async handle({ params, body: { type }, by, caller }, deps) {
    const { id } = await keptIn(webhooks, params, deps);
    assertDecides(webhooks, caller);
    const { sendHeld } = deps.webhookDeliveries;
    const held = sendHeld && { heldSeconds: LEASE_SECONDS };
    const deliveryId = await testWebhook(deps.database, id, by, { type, ...held });
    // After the transaction: nothing is held while the receiver is waited for.
    const request = await sendHeld?.(deliveryId);
    const { body, location } = await queuedAt({ webhookId: id, deliveryId }, deps);
    return { body: { ...body, ...(request && { request }) }, location };
  },
});

const replay = defineOperation({
  id: "replayWebhookDelivery",
  method: "POST",
  path: "/webhooks/:id/deliveries/:delivery/replay",
  summary: "Sends an event to a webhook again, with the same webhook-id",
  scope: "settings:write",
  status: 201,
  answer: delivery,
  command: REPLAY,
  async handle({ params, by }, deps) {
    const { id: webhookId } = await keptIn(webhooks, params, deps);
    const { delivery: deliveryId } = params;
    if (!isId(deliveryId)) throw missing("delivery");
    await replayWebhookDelivery(deps.database, { webhookId, deliveryId }, by);
    return queuedAt({ webhookId, deliveryId }, deps);
  },
});

interface Named {
  readonly webhookId: string;
  readonly deliveryId: string | undefined;
}

/** A delivery of a webhook. It is refused if there is none. */
async function deliveryIn(
  { webhookId, deliveryId }: Named,
  { database }: Pick<OperatorDependencies, "database">,
): Promise<DeliveryRecord> {
  const found = isId(deliveryId) ? await findDelivery(database, { webhookId, deliveryId }) : undefined;
  if (found === undefined) throw missing("delivery");
  return found;
}

async function queuedAt(named: Named, deps: Pick<OperatorDependencies, "database" | "webhookDeliveries">) {
  const queued = await deliveryIn(named, deps);
  deps.webhookDeliveries.wake();
  return { body: shownDelivery(queued), location: `/webhooks/${named.webhookId}/deliveries/${queued.id}` };
}

export const webhookDeliveryOperations: readonly Operation[] = [list, read, test, replay];
