import { Command } from "commander";
import { removeResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { ownersIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

/** `resources remove`: removes a resource server; access tokens issued for it stay valid until they expire. */
export function removeResource(context: Context): Command {
  const command = new Command("remove")
    .description("remove a resource server: after two seconds no tokens are issued for it")
    .argument("<identifier>", "as `resources list` shows it");

  return reporting(command, context, async (identifier: string): Promise<Report> => {
    const removed = await withDatabase(context, async (database) =>
      removeResourceServer(database, identifier, byOperator(context), await ownersIn(context)),
    );
    if (!removed) throw refusal(`there is no resource server ${identifier}`);
    return { json: { resource: identifier, removed }, text: `The resource server ${identifier} is removed.` };
  });
}
