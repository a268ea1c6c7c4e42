import { Command } from "commander";
import { listWebhooks } from "../../administration/webhooks/store.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { recordOf } from "./record.ts";

/** `webhooks list`: lists every webhook, without its key. */
export function listWebhooksCommand(context: Context): Command {
  const command = new Command("list").description("list the webhooks");
  return reporting(command, context, async (): Promise<Report> => {
    const records = (await withDatabase(context, listWebhooks)).map(recordOf);
    const rows = records.map(({ name, url, types, state }) => ({ name, url, types, state }));
    return { json: records, text: table(rows, "There is no webhook yet.") };
  });
}
