/** Operations on webhooks. */
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { Caller } from "../api/access.ts";
import { assertMatch } from "../api/etag.ts";
import { assertNotManaged } from "../api/managed.ts";
import { defineOperation, type Operation, type Request } from "../api/operation.ts";
import { assertWithin } from "../api/rank.ts";
import { isId } from "../api/shapes.ts";
import { addedShape, changedShape, madeShape, shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { assertReachable, rotationShape } from "../receiver.ts";
import { missing } from "../refused.ts";
import { addWebhook, changeWebhook, type MadeWebhook, removeWebhook, rotateWebhookSecret } from "./acts.ts";
import { ADD, CHANGE, LIST, REMOVE, ROTATE } from "./commands.ts";
import { type NewWebhook, WEBHOOK, type Webhook, webhookFields, webhooks } from "./entity.ts";
import { findWebhook, listWebhooks } from "./store.ts";

const shown = (held: Webhook) => shownOf(webhookFields, held);

/** What If-Match compares: what deliveries change is not part of it. */
const versionOf = (held: Webhook): unknown => {
  const { last_success_at: _, ...version } = shown(held);
  return version;
};

/** The webhook in a path. */
export async function webhookIn(
  { id }: Request<unknown, unknown>["params"],
  { database }: Pick<Dependencies, "database">,
): Promise<Webhook> {
  const found = isId(id) ? await findWebhook(database, id) : undefined;
  if (found === undefined) throw missing(WEBHOOK);
  return found;
}

/** A webhook receives the audit trail, so the caller needs the scope that reads it. */
const assertReadsAudit = (caller: Caller) => assertWithin(caller, ["audit:read"], "the webhook");

const made = async ({ id, key: { key, publicKey } }: MadeWebhook, deps: Pick<Dependencies, "database">) => {
  const held = await webhookIn({ id }, deps);
  const body = { ...shown(held), ...(publicKey === undefined && { secret: key }) };
  return { body, version: versionOf(held), location: `/webhooks/${id}` };
};

const list = defineOperation({
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  summary: `The webhooks, by name; there are at most ${webhooks.most}`,
  scope: "settings:read",
  status: 200,
  answer: z.strictObject({ items: z.array(shownShape(webhookFields)) }),
  command: LIST,
  handle: async (_, { database }) => ({ body: { items: (await listWebhooks(database)).map(shown) } }),
});

const read = defineOperation({
  id: "readWebhook",
  method: "GET",
  path: "/webhooks/:id",
  summary: "One webhook",
  scope: "settings:read",
  status: 200,
  answer: shownShape(webhookFields),
  async handle({ params }, deps) {
    const found = await webhookIn(params, deps);
    return { body: shown(found), version: versionOf(found) };
  },
});

const add = defineOperation({
  id: "addWebhook",
  method: "POST",
  path: "/webhooks",
  summary: "Adds an address that is sent events; needs the scope audit:read, too",
  scope: "settings:write",
  isGrave: true,
  body: addedShape(webhookFields),
  status: 201,
  answer: madeShape(webhookFields),
  shownOnce: ["secret"],
  command: ADD,
  async handle({ body, by, caller }, deps) {
    assertReadsAudit(caller);
    assertReachable(WEBHOOK, body.url, deps.webhookDeliveries);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    return made(await addWebhook(acts, takenFrom(webhookFields, body) as NewWebhook, by), deps);
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
  body: changedShape(webhookFields),
  status: 200,
  answer: shownShape(webhookFields),
  command: CHANGE,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id } = await webhookIn(params, deps);
    assertReadsAudit(caller);
    assertReachable(WEBHOOK, body.url, deps.webhookDeliveries);
    const changed = await changeWebhook(deps.database, { id, ...takenFrom(webhookFields, body) }, by, (held) => {
      assertNotManaged(held, WEBHOOK, by);
      assertMatch(ifMatch, held, versionOf);
    });
    return { body: shown(changed), version: versionOf(changed) };
  },
});

const rotate = defineOperation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/:id/rotate-secret",
  summary: "Gives a webhook another key; the previous one is also used for some time",
  scope: "settings:write",
  isGrave: true,
  body: rotationShape("key"),
  status: 200,
  answer: madeShape(webhookFields),
  shownOnce: ["secret"],
  command: ROTATE,
  async handle({ params, body: { overlap }, by, caller }, deps) {
    const { id } = await webhookIn(params, deps);
    assertReadsAudit(caller);
    const acts = { database: deps.database, texts: deps.sealedTexts };
    const { location: _, ...reply } = await made(
      await rotateWebhookSecret(acts, { id, overlapSeconds: overlap }, by),
      deps,
    );
    return reply;
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
  command: REMOVE,
  async handle({ params, by, caller }, deps) {
    const found = await webhookIn(params, deps);
    assertReadsAudit(caller);
    assertNotManaged(found, WEBHOOK, by);
    await removeWebhook(deps.database, found.id, by);
    return { body: undefined };
  },
});

export const webhookOperations: readonly Operation[] = [list, read, add, change, rotate, remove];
