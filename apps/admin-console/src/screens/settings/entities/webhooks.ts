/** What webhooks have beside their fields: what became of events, and a test. */
import type { Answer } from "@countersign/admin-client";
import type { Section } from "../../../views/model.ts";
import { asked, pageAt } from "../../list.ts";
import { addressOf, type Entity, type Extras, idIn } from "./entity.ts";
import { ROTATE, rotation } from "./rotation.ts";

type Delivery = Answer<"listWebhookDeliveries">["body"]["items"][number];

export function webhookExtras(webhooks: Entity): Extras {
  const extras: Extras = {
    cells: {
      event_types: ({ event_types: types }) =>
        Array.isArray(types) && types.length > 0 ? { tags: types } : { word: "webhooks.event_types.all" },
      public_key: ({ public_key: key }) => ({ text: key as string | null, isCode: true }),
      // It is said above the page.
      failure: () => undefined,
    },
    warning: ({ failure }) => (failure === null ? undefined : { key: `webhooks.failure.${failure}` }),
    buttons: ({ enabled }, own) => [...(enabled ? [{ act: "test", label: "webhooks.test" }] : []), ...own, ROTATE],

    async beside(visit, id) {
      const cursor = asked(visit, "cursor");
      const query = { limit: 20, ...(cursor && { cursor }) };
      const { body } = await visit.api.listWebhookDeliveries({ path: { id }, query });
      return {
        sections: ({ enabled }) => [deliveriesSection(body.items, visit.may("settings:write") && enabled === true)],
        next: pageAt(visit, addressOf(webhooks, id), body.next_cursor),
      };
    },
  };
  const acts: Extras["acts"] = {
    "rotate-secret": rotation(webhooks, extras),
    test: {
      needs: "settings:write",
      async run({ api, once, ...submission }) {
        await api.testWebhook({ path: { id: idIn(submission) }, idempotencyKey: once });
        return { to: addressOf(webhooks, idIn(submission)), done: "webhook_tested" };
      },
    },
    replay: {
      needs: "settings:write",
      async run({ api, form, once, ...submission }) {
        const path = { id: idIn(submission), delivery: form.get("value") ?? "" };
        await api.replayWebhookDelivery({ path, idempotencyKey: once });
        return { to: addressOf(webhooks, path.id), done: "webhook_replayed" };
      },
    },
  };
  return { ...extras, acts };
}

const deliveriesSection = (deliveries: readonly Delivery[], mayReplay: boolean): Section => ({
  id: "deliveries",
  title: "webhooks.deliveries",
  lead: { key: "webhooks.deliveries.lead" },
  table: {
    id: "deliveries-table",
    columns: ["created", "webhooks.type", "webhooks.state", "webhooks.attempts", "webhooks.next", "webhooks.answer"],
    empty: "webhooks.no_deliveries",
    rows: deliveries.map((delivery) => ({
      cells: [
        { at: delivery.created_at },
        { text: delivery.type, isCode: true },
        { word: `webhooks.state.${delivery.state}` },
        { count: delivery.attempts },
        { at: delivery.next_attempt_at },
        { text: delivery.failure ?? (delivery.last_status === null ? null : String(delivery.last_status)) },
      ],
      ...(mayReplay && {
        buttons: [{ act: "replay", label: "webhooks.replay", value: delivery.id, about: delivery.type }],
      }),
    })),
  },
});
