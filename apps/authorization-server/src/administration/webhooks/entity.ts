/** Webhooks: the addresses that are sent events. */
import { displayName, WEBHOOK_SIGNATURES } from "@countersign/rules";
import { z } from "zod";
import { AUDIT_TYPES } from "../../platform/stores/audit/audit-types.ts";
import {
  type ChangesOf,
  defineEntity,
  enabled,
  fixed,
  managedBy,
  moment,
  momentIfAny,
  type NewOf,
  once,
  type RecordOf,
  read,
  written,
} from "../entity.ts";
import { receiverUrl } from "../receiver.ts";

export const WEBHOOK = "webhook";

export const webhookFields = {
  id: read(z.uuid()),
  name: written(displayName),
  url: receiverUrl("where events are sent; https, at a public address"),
  event_types: written(
    z
      .array(z.enum(AUDIT_TYPES))
      .max(AUDIT_TYPES.length)
      .meta({ description: "the types of events that are sent; every type if there is none" })
      .default([]),
    { shown: z.array(z.string()) },
  ),
  personal_data: written(
    z
      .boolean()
      .meta({ description: "whether events have network addresses, and the details that name people" })
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

/** Every event is compared with every webhook. */
export const MOST_WEBHOOKS = 50;

export const webhooks = defineEntity({
  one: WEBHOOK,
  many: "webhooks",
  about: "addresses that are sent the events of the audit trail",
  fields: webhookFields,
  key: "name",
  listed: ["name", "url", "event_types", "last_success_at", "enabled", "managed_by"],
  most: MOST_WEBHOOKS,
});

type WebhookFields = typeof webhookFields;

export type Webhook = RecordOf<WebhookFields>;
export type NewWebhook = NewOf<WebhookFields>;
export type WebhookChanges = ChangesOf<WebhookFields>;
