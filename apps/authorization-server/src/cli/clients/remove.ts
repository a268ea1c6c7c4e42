import { Command } from "commander";
import { deleteClient } from "../../administration/clients/clients.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";
import { clientOfId } from "./record.ts";

/** `clients remove`: deletes a client with all that was issued to it. */
export function removeClient(context: Context): Command {
  const command = new Command("remove")
    .description("delete a client, what was issued to it, and what people agreed to with it")
    .argument("<client_id>");

  return reporting(command, context, (id: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const { name } = await clientOfId(database, id);
      const removed = await deleteClient(database, id, byOperator(context));
      return { json: { client_id: id, removed }, text: `${name} is deleted, and what was issued to it is revoked.` };
    }),
  );
}
