import { Command } from "commander";
import { enableClient as enable } from "../../administration/clients.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { clientOfId } from "./record.ts";

/** `clients enable`: enables a disabled client; what ended when it was disabled is not restored. */
export function enableClient(context: Context): Command {
  const command = new Command("enable").description("let a disabled client work again").argument("<client_id>");

  return reporting(command, context, (id: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const client = await clientOfId(database, id);
      if (!(await enable(database, id, byOperator(context)))) throw refusal(`the client ${id} is not disabled`);

      return { json: { client_id: id, enabled: true }, text: `${client.name} is enabled.` };
    }),
  );
}
