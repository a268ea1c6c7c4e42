/** What webhooks have beside their fields: what became of events, and a test. */
import type { Section } from "../../../views/model.ts";
import { emptyOf, tableSection } from "../../../views/sections.ts";
import { asked, fixedPagesBeside } from "../../lists/list.ts";
import { addressOf, type Entity, type Extras, idIn, inCode } from "./entity.ts";
import { eventGroups, eventWord } from "./event-groups.ts";
import { ROTATE, rotation } from "./rotation.ts";
import { answerOf, type Delivery, deliveryAddress, stateOf } from "./webhook-delivery.ts";
import { trial, trialSection } from "./webhook-trial.ts";

/** How many deliveries stand on the page. */
const SHOWN = 10;

export function webhookExtras(webhooks: Entity): Extras {
  const extras: Extras = {
    cells: {
      event_types: ({ event_types: types }) =>
        Array.isArray(types) && types.length > 0
          ? { tags: types.map(eventWord) }
          : { word: "webhooks.event_types.all" },
      public_key: inCode("public_key"),
      // It is said above the page.
      failure: () => undefined,
    },
    groupsOf: { event_types: eventGroups },
    warning: ({ failure }) => (failure === null ? undefined : { key: `webhooks.failure.${failure}` }),
    disabling: { key: "webhooks.disable.warning" },
    hasFactsBeside: true,
    buttons: [ROTATE],
    tabs: ({ enabled }, { may }) => [
      ...["deliveries", "settings"],
      ...(enabled === true && may("settings:write") ? ["try"] : []),
    ],

    async beside(visit, id) {
      const cursor = asked(visit, "cursor");
      const query = { limit: SHOWN, ...(cursor && { cursor }) };
      const { body } = await visit.api.listWebhookDeliveries({ path: { id }, query });
      const mayWrite = visit.may("settings:write");
      return {
        sections(item, tab) {
          if (tab === "try") return [trialSection(webhooks, item)];
          if (tab !== "deliveries") return [];
          return [
            deliveriesSection(body.items, (delivery) => deliveryAddress(webhooks, id, delivery), {
              mayReplay: mayWrite && item.enabled === true,
            }),
          ];
        },
        ...fixedPagesBeside(visit, addressOf(webhooks, id), body),
      };
    },
  };
  const acts: Extras["acts"] = {
    "rotate-secret": rotation(webhooks, extras),
    test: trial(webhooks),
    replay: {
      needs: "settings:write",
      async run({ api, form, once, ...submission }) {
        const path = { id: idIn(submission), delivery: form.get("value") ?? "" };
        await api.replayWebhookDelivery({ path, idempotencyKey: once });
        return { to: deliveryAddress(webhooks, path.id, { id: path.delivery }), done: "webhook_replayed" };
      },
    },
  };
  return { ...extras, acts };
}

const deliveriesSection = (
  deliveries: readonly Delivery[],
  addressTo: (delivery: Delivery) => string,
  { mayReplay }: { readonly mayReplay: boolean },
): Section => ({
  ...tableSection("deliveries", "webhooks.deliveries", {
    columns: [
      "created",
      "webhooks.type",
      "webhooks.state",
      "webhooks.attempts",
      "webhooks.answer",
      "webhooks.duration",
    ],
    empty: emptyOf("webhooks.no_deliveries", "webhook"),
    rows: deliveries.map((delivery) => ({
      cells: [
        { at: delivery.created_at },
        { ...eventWord(delivery.type), href: addressTo(delivery) },
        stateOf(delivery),
        { count: delivery.attempts },
        answerOf(delivery),
        { milliseconds: delivery.last_duration_ms },
      ],
      ...(mayReplay && {
        buttons: [{ act: "replay", label: "webhooks.replay", value: delivery.id, about: delivery.type }],
      }),
    })),
  }),
  lead: { key: "webhooks.deliveries.lead" },
  isBelow: true,
});
