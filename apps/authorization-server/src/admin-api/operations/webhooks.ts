/** Operations on webhooks. */
import { z } from "zod";
import {
  addWebhook,
  changeWebhook,
  MOST_WEBHOOKS,
  removeWebhook,
  rotateWebhookSecret,
} from "../../administration/webhooks.ts";
import { webhookSettings, webhookSignature } from "../../configuration/webhook-shape.ts";
import type { Dependencies } from "../../dependencies.ts";
import { listWebhooks } from "../../stores/webhooks/webhooks.ts";
import { assertMatch } from "../etag.ts";
import { assertNotManaged } from "../managed.ts";
import { defineOperation, type Operation } from "../operation.ts";
import {
  assertReadsAudit,
  madeWebhook,
  shownMade,
  shownWebhook,
  versionOf,
  webhook,
  webhookIn,
  wrong,
} from "./webhook-shapes.ts";

const LONGEST_OVERLAP_SECONDS = 7 * 86_400;
const USUAL_OVERLAP_SECONDS = 86_400;

/** Refuses an address that would be refused when an event is sent. */
function assertReachable(url: string | undefined, { webhookDeliveries }: Pick<Dependencies, "webhookDeliveries">) {
  if (url !== undefined && !webhookDeliveries.reaches(url)) {
    throw wrong("#/url", "must be https, at port 443 of a public address, without credentials");
  }
}

const list = defineOperation({
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  summary: `The webhooks, by name; there are at most ${MOST_WEBHOOKS}`,
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(webhook) }),
  handle: async (_, { database }) => ({ body: { items: (await listWebhooks(database)).map(shownWebhook) } }),
});

const read = defineOperation({
  id: "readWebhook",
  method: "GET",
  path: "/webhooks/:id",
  summary: "One webhook",
  scope: "settings:read",
  status: 200,
  answer: webhook,
  async handle({ params }, deps) {
    const found = await webhookIn(params, deps);
    return { body: shownWebhook(found), version: versionOf(found) };
  },
});

const add = defineOperation({
  id: "addWebhook",
  method: "POST",
  path: "/webhooks",
  summary: "Adds an address that is sent events; needs the scope audit:read, too",
  scope: "settings:write",
  isGrave: true,
  body: z.strictObject({
    name: webhookSettings.name,
    url: webhookSettings.url,
    event_types: webhookSettings.event_types.default([]),
    personal_data: webhookSettings.personal_data.default(false),
    signature: webhookSignature,
  }),
  status: 201,
  answer: madeWebhook,
  shownOnce: ["secret"],
  async handle({ body, by, caller }, deps) {
    assertReadsAudit(caller);
    assertReachable(body.url, deps);
    const { name, url, event_types: eventTypes, personal_data: personalData, signature } = body;
    const acts = { database: deps.database, texts: deps.sealedTexts };
    const made = await addWebhook(acts, { name, url, eventTypes, personalData, signature }, by);
    const held = await webhookIn({ id: made.id }, deps);
    return { body: shownMade(held, made), version: versionOf(held), location: `/webhooks/${made.id}` };
  },
});

const change = defineOperation({
  id: "changeWebhook",
  method: "PATCH",
  path: "/webhooks/:id",
  summary: "Changes settings of a webhook, enables or disables it; needs the scope audit:read, too",
  scope: "settings:write",
  isGrave: true,
  needsMatch: true,
  body: z.strictObject({
    name: webhookSettings.name.optional(),
    url: webhookSettings.url.optional(),
    event_types: webhookSettings.event_types.optional(),
    personal_data: webhookSettings.personal_data.optional(),
    enabled: z.boolean().optional(),
  }),
  status: 200,
  answer: webhook,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await webhookIn(params, deps);
    assertReadsAudit(caller);
    assertReachable(body.url, deps);
    const { name, url, event_types: eventTypes, personal_data: personalData, enabled: isEnabled } = body;
    const changes = { id, name, url, eventTypes, personalData, isEnabled };
    const changed = await changeWebhook(deps.database, changes, by, (held) => {
      assertNotManaged(held, "webhook", by);
      assertMatch(ifMatch, held, versionOf);
    });
    return { body: shownWebhook(changed), version: versionOf(changed) };
  },
});

const rotate = defineOperation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/:id/rotate-secret",
  summary: "Gives a webhook another key; for some time the key before signs, too",
  scope: "settings:write",
  isGrave: true,
  body: z.strictObject({
    overlap: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_SECONDS)
      .default(USUAL_OVERLAP_SECONDS)
      .meta({ description: "for how many seconds the key before signs, too" }),
  }),
  status: 200,
  answer: madeWebhook,
  shownOnce: ["secret"],
  async handle({ params, body: { overlap }, by, caller }, deps) {
    const { id } = await webhookIn(params, deps);
    assertReadsAudit(caller);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    const made = await rotateWebhookSecret(acts, { id, overlapSeconds: overlap }, by);
    const held = await webhookIn(params, deps);
    return { body: shownMade(held, made), version: versionOf(held) };
  },
});

const remove = defineOperation({
  id: "removeWebhook",
  method: "DELETE",
  path: "/webhooks/:id",
  summary: "Removes a webhook, and what was to be delivered to it",
  scope: "settings:write",
  isGrave: true,
  status: 204,
  async handle({ params, by, caller }, deps) {
    const found = await webhookIn(params, deps);
    assertReadsAudit(caller);
    assertNotManaged(found, "webhook", by);
    await removeWebhook(deps.database, found.id, by);
    return { body: undefined };
  },
});

export const webhookOperations: readonly Operation[] = [list, read, add, change, rotate, remove];
