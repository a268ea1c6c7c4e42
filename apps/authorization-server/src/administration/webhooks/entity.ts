/** Webhooks: the addresses that are sent events. */
import { displayName, WEBHOOK_SIGNATURES } from "@countersign/rules";
import { z } from "zod";
import { AUDIT_TYPES } from "../../platform/stores/audit/audit-types.ts";
import { webhookOwner } from "../../platform/stores/webhooks/webhook-deliveries.ts";
import { enabled, fixed, managedBy, moment, momentIfAny, type NewOf, once, read, written } from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { receiverUrl } from "../receiver.ts";

const fields = {
  id: read(z.uuid()),
  name: written(displayName),
  url: receiverUrl("where events are sent; https, at a public address"),
  event_types: written(
    z
      .array(z.enum(AUDIT_TYPES))
      .max(AUDIT_TYPES.length)
      .meta({ description: "the types of events that are sent; every type if there is none" })
      .default([]),
    { shown: z.array(z.string()), option: "types", isUnordered: true },
  ),
  personal_data: written(
    z
      .boolean()
      .meta({ description: "whether events have network addresses, and the details that name users" })
      .default(false),
  ),
  signature: fixed(
    z.enum(WEBHOOK_SIGNATURES).meta({ description: "HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)" }).default("v1"),
  ),
  public_key: read(z.string().nullable().meta({ description: "what receivers of v1a verify with" })),
  enabled,
  failure: read(z.string().nullable().meta({ description: "why the service disabled it" })),
  last_success_at: momentIfAny(),
  previous_until: momentIfAny("the previous key is also used until then"),
  created_at: moment(),
  managed_by: managedBy,
  secret: once("what receivers of v1 verify with; it is shown once"),
} as const;

type WebhookFields = typeof fields;

export type NewWebhook = NewOf<WebhookFields>;

/** Every event is compared with every webhook. */
export const MOST_WEBHOOKS = 50;

export const webhooks = defineEntity({
  one: "webhook",
  many: "webhooks",
  about: "addresses that are sent the events of the audit log",
  // A person who sends events elsewhere could read them.
  access: { read: "settings:read", write: "settings:write", also: "audit:read" },
  says: {
    list: "The webhooks, by name",
    add: "Adds an address that is sent events; needs the scope audit:read, too",
    change: "Changes settings of a webhook, enables or disables it; needs the scope audit:read, too",
    remove: "Removes a webhook, and what was to be delivered to it",
    adding: "add an address that is sent events, and print once what the receiver verifies with",
    disabling: "send no events to a webhook; those of the time until it is enabled are not sent later",
    enabling: "send events to a disabled webhook again, first those that wait",
    options: { types: "the types of events, separated by spaces, or `all`; `audit types` lists them" },
  },
  fields,
  key: "name",
  listed: ["name", "url", "event_types", "last_success_at", "enabled", "managed_by"],
  sought: ["url"],
  most: MOST_WEBHOOKS,
  isRemovedUnread: true,
  signs: { owner: webhookOwner, signature: ({ signature }) => signature, called: "key" },

  // A member that deliveries change is no part of its version.
  versionOf: ({ last_success_at: _, ...version }) => version,

  // Every type, as one word: the API takes an empty list for it.
  typed: ({ event_types: types, ...given }) =>
    types === undefined ? given : { ...given, event_types: String(types) === "all" ? [] : types },

  async after(query, { id, before, after, written: { isEnabled }, by }) {
    // A webhook that was disabled counts as new when it is enabled: its failures are over.
    if (before !== undefined && isEnabled === true) await query(AS_NEW, [id, by.at]);
    if (after === undefined) await query("DELETE FROM webhook_delivery WHERE webhook_id = $1", [id]);
  },
});

const AS_NEW = "UPDATE webhook SET failure = NULL, last_success_at = NULL, enabled_at = $2 WHERE id = $1";
