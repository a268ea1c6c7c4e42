/** The page about one event for a webhook: what became of it, such as of a test. */
import type { Answer } from "@countersign/admin-client";
import type { Badge, Cell, Page } from "../../../views/model.ts";
import { part } from "../../lists/list.ts";
import type { Screen } from "../../screen.ts";
import { addressOf, crumbsOf, type Entity, idIn, placeOf } from "./entity.ts";
import { eventWord } from "./event-groups.ts";

export type Delivery = Answer<"readWebhookDelivery">["body"];

/** Where the page about a delivery is. */
export const deliveryAddress = (webhooks: Entity, id: string, delivery: Pick<Delivery, "id">): string =>
  `${addressOf(webhooks, id)}/deliveries/${part(delivery.id)}`;

const TONES = { waiting: "warn", delivered: "good", failed: "bad" } as const;

/** The word for what became of a delivery, with its color. */
export const stateOf = ({ state }: Delivery): Badge => ({ badge: `webhooks.state.${state}`, tone: TONES[state] });

/** What the receiver answered to the last attempt: a status, or why there was none. */
export function answerOf({ last_status: status, failure, failure_code: code }: Delivery): Cell {
  if (status !== null) return { text: String(status) };
  return code ? { word: `webhooks.answer.${code}`, or: code } : { text: failure };
}

/** One delivery: the event, its state, and what the receiver answered. */
export const webhookDelivery = (webhooks: Entity): Screen => ({
  path: `${placeOf(webhooks).path}/:id/deliveries/:delivery`,
  needs: webhooks.reads,
  async show({ api, params }) {
    const id = idIn({ params });
    const [{ body: webhook }, { body: delivery }] = await Promise.all([
      api.readWebhook({ path: { id } }),
      api.readWebhookDelivery({ path: { id, delivery: params.delivery ?? "" } }),
    ]);
    return deliveryPage(webhooks, webhook, delivery);
  },
});

type Owner = Pick<Answer<"readWebhook">["body"], "id" | "name">;

export function deliveryPage(webhooks: Entity, webhook: Owner, delivery: Delivery): Page {
  const [above, here] = [addressOf(webhooks, webhook.id), deliveryAddress(webhooks, webhook.id, delivery)];
  const isWaiting = delivery.state === "waiting";
  return {
    id: "delivery",
    title: eventWord(delivery.type),
    crumbs: [...crumbsOf(webhooks), { href: above, text: webhook.name }],
    sections: [
      {
        id: "facts",
        title: "webhooks.delivery.about",
        facts: [
          { label: "webhooks.one", value: { text: webhook.name, href: above } },
          { label: "webhooks.type", value: eventWord(delivery.type) },
          { label: "created", value: { at: delivery.created_at } },
          { label: "webhooks.state", value: stateOf(delivery) },
          { label: "webhooks.attempts", value: { count: delivery.attempts } },
          { label: "webhooks.answer", value: answerOf(delivery) },
          { label: "webhooks.duration", value: { milliseconds: delivery.last_duration_ms } },
          ...(isWaiting ? [{ label: "webhooks.next", value: { at: delivery.next_attempt_at } }] : []),
          ...(delivery.delivered_at ? [{ label: "webhooks.delivered", value: { at: delivery.delivered_at } }] : []),
        ],
        links: isWaiting ? [{ href: here, label: "webhooks.refresh", id: "refresh" }] : [],
      },
    ],
  };
}
