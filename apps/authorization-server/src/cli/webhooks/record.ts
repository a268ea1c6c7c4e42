/** Webhooks as the commands find and print them. */
import type { Database } from "@countersign/database";
import { z } from "zod";
import { changedShape } from "../../administration/entity-shapes.ts";
import type { MadeWebhook } from "../../administration/webhooks/acts.ts";
import { type Webhook, webhookFields } from "../../administration/webhooks/entity.ts";
import { findWebhook, listWebhooks } from "../../administration/webhooks/store.ts";
import { readVariables, webhookEnvironment } from "../config.ts";
import type { Context } from "../context.ts";
import { refusal } from "../refusal.ts";

export const NAME = "as `webhooks list` shows it";

const { shape } = changedShape(webhookFields);

export const webhookShape = z.object({
  name: shape.name.unwrap(),
  url: shape.url.unwrap(),
  eventTypes: shape.event_types.unwrap(),
  personalData: shape.personal_data.unwrap(),
});

/** The options, by the members of a webhook. */
export const WEBHOOK_OPTIONS = {
  url: "--url",
  eventTypes: "--types",
  personalData: "--personal-data",
} as const;

/** The options as they are typed. */
export interface WebhookOptions {
  readonly name?: string;
  readonly url?: string;
  readonly types?: string;
  readonly personalData?: boolean;
}

export const givenOf = ({ name, url, types, personalData }: WebhookOptions) => ({
  ...(name !== undefined && { name }),
  ...(url !== undefined && { url }),
  ...(types !== undefined && { eventTypes: types === "all" ? [] : types.split(/[\s,]+/).filter(Boolean) }),
  ...(personalData !== undefined && { personalData }),
});

/** Refuses an address that would be refused when an event is sent. Returns what the command needs to know. */
export async function environmentFor(context: Context, url: string | undefined) {
  const environment = await readVariables(webhookEnvironment, context.environment);
  const { webhookTargetProblem } = await import("../../jobs/webhook-target.ts");
  const problem = url === undefined ? undefined : webhookTargetProblem(url, environment);
  if (problem !== undefined) throw refusal(`events cannot be sent to this address: it ${problem}`);
  return environment;
}

export async function webhookNamed(database: Database, name: string): Promise<Webhook> {
  const found = (await listWebhooks(database)).find((webhook) => webhook.name === name);
  if (found === undefined) throw refusal(`there is no webhook ${name}`);
  return found;
}

export const recordOf = (webhook: Webhook) => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  types: webhook.eventTypes.length === 0 ? "all" : webhook.eventTypes.join(" "),
  personal_data: webhook.personalData,
  signature: webhook.signature,
  public_key: webhook.publicKey,
  state: webhook.disabledAt === null ? "enabled" : `disabled${webhook.failure === null ? "" : `: ${webhook.failure}`}`,
});

/** A webhook whose key is new, with what its receiver verifies with. */
export async function madeRecord(database: Database, { id, key: { key, publicKey } }: MadeWebhook) {
  const found = await findWebhook(database, id);
  if (found === undefined) throw refusal("the webhook was removed at once");
  return { ...recordOf(found), ...(publicKey === undefined && { secret: key }) };
}
