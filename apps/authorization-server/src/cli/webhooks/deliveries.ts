import { Command } from "commander";
import { replayWebhookDelivery, testWebhook } from "../../administration/webhooks/acts.ts";
import { type DeliveryRecord, pageOfDeliveries } from "../../administration/webhooks/store.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting, table } from "../report.ts";
import { NAME, webhookNamed } from "./record.ts";

const MOST_LISTED = 50;

/** `webhooks deliveries`: what became of the newest events. */
export function listDeliveries(context: Context): Command {
  const command = new Command("deliveries")
    .description(`list the newest ${MOST_LISTED} events for a webhook, and what became of them`)
    .argument("<name>", NAME);
  return reporting(command, context, async (name: string): Promise<Report> => {
    const found = await withDatabase(context, async (database) => {
      const { id: webhookId } = await webhookNamed(database, name);
      return pageOfDeliveries(database, { webhookId, before: undefined, most: MOST_LISTED });
    });
    const records = found.map(recordOf);
    const rows = records.map(({ id, type, attempts, state, failure }) => ({
      id,
      type,
      attempts: String(attempts),
      state,
      failure: failure ?? "",
    }));
    return { json: records, text: table(rows, "There is no event for this webhook yet.") };
  });
}

const recordOf = ({ id, eventId, type, attempts, lastStatus, failure, ...times }: DeliveryRecord) => ({
  id,
  event_id: eventId,
  type,
  attempts,
  state: times.deliveredAt !== null ? "delivered" : times.nextAttemptAt === null ? "failed" : "waiting",
  last_status: lastStatus,
  failure,
  created_at: times.createdAt.toISOString(),
});

/** `webhooks test`: sends an event of the type webhook_tested. */
export function testCommand(context: Context): Command {
  const command = new Command("test")
    .description("have the service send a webhook an event of the type webhook_tested")
    .argument("<name>", NAME);
  return reporting(command, context, async (name: string): Promise<Report> => {
    const delivery = await withDatabase(context, async (database) =>
      testWebhook(database, (await webhookNamed(database, name)).id, byOperator(context)),
    );
    return { json: { name, delivery }, text: `The event waits to be sent. Its webhook-id is ${delivery}.` };
  });
}

/** `webhooks replay`: has the service send an event again. */
export function replayCommand(context: Context): Command {
  const command = new Command("replay")
    .description("have the service send an event to a webhook again, with the same webhook-id")
    .argument("<name>", NAME)
    .argument("<delivery>", "as `webhooks deliveries` shows it");
  return reporting(command, context, async (name: string, deliveryId: string): Promise<Report> => {
    await withDatabase(context, async (database) => {
      const { id: webhookId } = await webhookNamed(database, name);
      if (!isId(deliveryId))
        throw refusal("the webhook is disabled, or has no such delivery, or the event is no longer kept");
      await replayWebhookDelivery(database, { webhookId, deliveryId }, byOperator(context));
    });
    return { json: { name, delivery: deliveryId }, text: "The event waits to be sent again." };
  });
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
