import { Command } from "commander";
import { disableClient as disable } from "../../administration/clients.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { clientOfId } from "./record.ts";

/** `clients disable`: disables a client, and immediately ends what was issued to it. */
export function disableClient(context: Context): Command {
  const command = new Command("disable")
    .description("stop a client at once, and revoke what was issued to it")
    .argument("<client_id>");

  return reporting(command, context, (id: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const client = await clientOfId(database, id);
      if (!(await disable(database, id, byOperator(context)))) throw refusal(`the client ${id} is disabled already`);

      return {
        json: { client_id: id, disabled: true },
        text: `${client.name} is disabled, and what was issued to it is revoked.`,
      };
    }),
  );
}
