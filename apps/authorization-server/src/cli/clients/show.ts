import { Command } from "commander";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { properties, type Report, reporting } from "../report.ts";
import { clientOfId, recordOf } from "./record.ts";

/** `clients show`: shows one client's metadata. Nothing of its secret is shown. */
export function showClient(context: Context): Command {
  const command = new Command("show").description("show a client's metadata").argument("<client_id>");

  return reporting(command, context, async (id: string): Promise<Report> => {
    const client = await withDatabase(context, (database) => clientOfId(database, id));
    const record = recordOf(client);
    return { json: record, text: properties(record) };
  });
}
