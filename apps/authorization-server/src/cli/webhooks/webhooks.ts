import { Command } from "commander";
import type { Context } from "../context.ts";
import { addWebhookCommand } from "./add.ts";
import { changeWebhookCommand, enableWebhookCommand } from "./change.ts";
import { listDeliveries, replayCommand, testCommand } from "./deliveries.ts";
import { listWebhooksCommand } from "./list.ts";
import { removeWebhookCommand } from "./remove.ts";
import { rotateWebhookCommand } from "./rotate-secret.ts";

/** `webhooks`: addresses that are sent events. */
export function webhooksCommands(context: Context): Command {
  return new Command("webhooks")
    .description("addresses that are sent the events of the audit trail")
    .addCommand(addWebhookCommand(context))
    .addCommand(listWebhooksCommand(context))
    .addCommand(changeWebhookCommand(context))
    .addCommand(enableWebhookCommand(context, false))
    .addCommand(enableWebhookCommand(context, true))
    .addCommand(rotateWebhookCommand(context))
    .addCommand(removeWebhookCommand(context))
    .addCommand(testCommand(context))
    .addCommand(listDeliveries(context))
    .addCommand(replayCommand(context));
}
