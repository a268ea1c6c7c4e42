import type { Answer } from "@countersign/admin-client";
import { linesIn } from "../../../views/form.ts";
import type { Cell, Fact, Field, Page, Section } from "../../../views/model.ts";
import { part } from "../../list.ts";
import type { Visit } from "../../screen.ts";

export const PATH = "/settings/webhooks";
export const addressOf = (id: string): string => `${PATH}/${part(id)}`;

type Webhook = Answer<"readWebhook">["body"];
type Delivery = Answer<"listWebhookDeliveries">["body"]["items"][number];
type EventTypes = NonNullable<Parameters<Visit["api"]["addWebhook"]>[0]["body"]["event_types"]>;

/** The types of events that a form names, one in each line. The API says which it does not know. */
export const eventTypesIn = (form: URLSearchParams): EventTypes => [...linesIn(form, "event_types")] as EventTypes;

export const typesOf = ({ event_types: types }: Pick<Webhook, "event_types">): Cell =>
  types.length === 0 ? { word: "webhooks.types.all" } : { tags: types };

/** The settings as a form has them; of a new webhook without values. */
export const settingsFields = (webhook?: Webhook): readonly Field[] => [
  { name: "name", label: "webhooks.name", type: "text", value: webhook?.name, isRequired: true, maxLength: 100 },
  {
    name: "url",
    label: "webhooks.url",
    type: "text",
    hint: "webhooks.url.hint",
    value: webhook?.url,
    isRequired: true,
    maxLength: 2000,
  },
  {
    name: "event_types",
    label: "webhooks.types",
    type: "lines",
    hint: "webhooks.types.hint",
    value: webhook?.event_types.join("\n"),
  },
  {
    name: "personal_data",
    label: "webhooks.personal_data",
    type: "choices",
    hint: "webhooks.personal_data.hint",
    chosen: webhook?.personal_data ? ["yes"] : [],
    options: [{ value: "yes", label: "webhooks.personal_data.yes" }],
  },
];

interface Shown {
  readonly webhook: Webhook;
  readonly etag: string | undefined;
  readonly deliveries: readonly Delivery[];
}

/**
 * The page about a webhook.
 *
 * @param secret a new secret, which is shown now and never again
 */
export function webhookPage({ webhook, etag, deliveries }: Shown, { may }: Pick<Visit, "may">, secret?: string): Page {
  const { managed_by: owner } = webhook;
  const mayUse = may("settings:write");
  // The API refuses to change what a configuration declares: it is changed there.
  const mayChange = mayUse && owner === null;
  return {
    id: "webhook",
    title: { text: webhook.name },
    crumbs: [{ href: PATH, label: "webhooks.title" }],
    tags: [webhook.enabled ? "status.enabled" : "status.disabled"],
    ...(webhook.failure !== null && { warning: { key: `webhooks.failure.${webhook.failure}` } }),
    ...(owner !== null && { lock: { key: "managed_by.webhook", values: { name: owner } } }),
    ...(secret !== undefined && { secret: { label: "webhooks.secret_once", value: secret } }),
    sections: [
      {
        id: "facts",
        title: "webhooks.settings",
        facts: factsOf(webhook),
        ...(mayUse && { buttons: buttonsOf(webhook, mayChange) }),
      },
      ...(mayChange
        ? [
            {
              id: "change",
              title: "webhooks.change",
              form: { act: "save", submit: "save", etag, fields: settingsFields(webhook) },
            },
          ]
        : []),
      deliveriesSection(deliveries, mayUse && webhook.enabled),
      ...(mayChange
        ? [{ id: "removal", title: "webhooks.remove", buttons: [{ act: "remove", label: "webhooks.remove" }] }]
        : []),
    ],
  };
}

const factsOf = (webhook: Webhook): readonly Fact[] => [
  { label: "webhooks.url", value: { text: webhook.url, isCode: true } },
  { label: "webhooks.types", value: typesOf(webhook) },
  { label: "webhooks.signature", value: { word: `webhooks.signature.${webhook.signature}` } },
  ...(webhook.public_key === null
    ? []
    : [{ label: "webhooks.public_key", value: { text: webhook.public_key, isCode: true } }]),
  ...(webhook.previous_until === null
    ? []
    : [{ label: "webhooks.previous_until", value: { at: webhook.previous_until } }]),
  { label: "webhooks.last_success", value: { at: webhook.last_success_at } },
  { label: "created", value: { at: webhook.created_at } },
];

const buttonsOf = ({ enabled }: Webhook, mayChange: boolean) => [
  ...(enabled ? [{ act: "test", label: "webhooks.test" }] : []),
  ...(mayChange ? [enabled ? { act: "disable", label: "disable" } : { act: "enable", label: "enable" }] : []),
  { act: "rotate-secret", label: "webhooks.rotate_secret" },
];

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
