import { Command } from "commander";
import { removeWebhook } from "../../administration/webhooks/acts.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";
import { NAME, webhookNamed } from "./record.ts";

/** `webhooks remove`: removes a webhook. */
export function removeWebhookCommand(context: Context): Command {
  const command = new Command("remove")
    .description("remove a webhook, and what was to be delivered to it")
    .argument("<name>", NAME);
  return reporting(command, context, async (name: string): Promise<Report> => {
    await withDatabase(context, async (database) =>
      removeWebhook(database, (await webhookNamed(database, name)).id, byOperator(context)),
    );
    return { json: { name, removed: true }, text: `The webhook ${name} is removed.` };
  });
}
