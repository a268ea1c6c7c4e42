/** Operations on what is delivered to webhooks. */
import { z } from "zod";
import { replayWebhookDelivery, testWebhook } from "../../administration/webhooks.ts";
import type { Dependencies } from "../../dependencies.ts";
import { findDelivery, pageOfDeliveries } from "../../stores/webhooks/webhooks.ts";
import { cut, listQuery, pageOf } from "../list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { notFound } from "../problem.ts";
import { isId } from "../shapes.ts";
import { delivery, shownDelivery, webhookIn } from "./webhook-shapes.ts";

const list = defineOperation({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/:id/deliveries",
  summary: "What was and is to be delivered to a webhook in the last 30 days, the newest event first",
  scope: "settings:read",
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(delivery),
  async handle({ params, query: { limit }, place }, deps) {
    const { id: webhookId } = await webhookIn(params, deps);
    const found = await pageOfDeliveries(deps.database, { webhookId, before: place?.[0], most: limit + 1 });
    const { items, last } = cut(found, limit);
    return { body: { items: items.map(shownDelivery) }, next: last && [last.eventId] };
  },
});

const test = defineOperation({
  id: "testWebhook",
  method: "POST",
  path: "/webhooks/:id/test",
  summary: "Sends the webhook an event of type webhook_tested, even if it does not subscribe to that type",
  scope: "settings:write",
  status: 201,
  answer: delivery,
  async handle({ params, by }, deps) {
    const { id } = await webhookIn(params, deps);
    const queued = await testWebhook(deps.database, id, by);
    return queuedAt(id, queued, deps);
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
  async handle({ params, by }, deps) {
    const { id: webhookId } = await webhookIn(params, deps);
    const { delivery: deliveryId } = params;
    if (!isId(deliveryId)) throw notFound("delivery");
    await replayWebhookDelivery(deps.database, { webhookId, deliveryId }, by);
    return queuedAt(webhookId, deliveryId, deps);
  },
});

async function queuedAt(
  webhookId: string,
  deliveryId: string,
  { database, webhookDeliveries }: Pick<Dependencies, "database" | "webhookDeliveries">,
) {
  const queued = await findDelivery(database, deliveryId);
  if (queued === undefined) throw notFound("delivery");
  webhookDeliveries.wake();
  return { body: shownDelivery(queued), location: `/webhooks/${webhookId}/deliveries` };
}

export const webhookDeliveryOperations: readonly Operation[] = [list, test, replay];
