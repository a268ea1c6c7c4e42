import { Command } from "commander";
import { changeWebhook } from "../../administration/webhooks/acts.ts";
import type { WebhookChanges } from "../../administration/webhooks/entity.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import {
  environmentFor,
  givenOf,
  NAME,
  recordOf,
  WEBHOOK_OPTIONS,
  type WebhookOptions,
  webhookNamed,
  webhookShape,
} from "./record.ts";

async function changed(context: Context, name: string, changes: WebhookChanges): Promise<Report> {
  const record = await withDatabase(context, async (database) => {
    const { id } = await webhookNamed(database, name);
    return recordOf(await changeWebhook(database, { id, ...changes }, byOperator(context)));
  });
  return { json: record, text: properties(record) };
}

/** `webhooks change`: changes what is given of a webhook, and leaves the rest. */
export function changeWebhookCommand(context: Context): Command {
  const command = new Command("change")
    .description("change the settings of a webhook")
    .argument("<name>", NAME)
    .option("--name <name>", "another name")
    .option("--url <url>", "where events are sent")
    .option("--types <types>", "all the types of events, separated by spaces, or `all`")
    .option("--personal-data", "send network addresses, and details that name people")
    .option("--no-personal-data", "send neither")
    .addHelpText("after", "\nReads DATABASE_URL, ISSUER, KEY_ENCRYPTION_KEYS and OUTBOUND_ALLOWED_HOSTS.");

  return reporting(command, context, async (name: string, options: WebhookOptions): Promise<Report> => {
    const changes = validate(webhookShape.partial(), givenOf(options), "the webhook", WEBHOOK_OPTIONS);
    if (Object.keys(changes).length === 0) throw refusal("nothing to change is given");
    await environmentFor(context, changes.url);
    return changed(context, name, changes);
  });
}

/** `webhooks enable` and `webhooks disable`. */
export function enableWebhookCommand(context: Context, isEnabled: boolean): Command {
  const about = isEnabled
    ? "send events to a disabled webhook again, first those that wait"
    : "send no events to a webhook; those that happen meanwhile are not sent later";
  const command = new Command(isEnabled ? "enable" : "disable").description(about).argument("<name>", NAME);
  return reporting(command, context, (name: string) => changed(context, name, { isEnabled }));
}
