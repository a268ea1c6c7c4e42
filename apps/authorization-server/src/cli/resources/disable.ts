import { Command } from "commander";
import { disableResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { assertNotConfigured, resourceOf } from "./record.ts";

/** `resources disable`: disables a resource server; access tokens issued for it stay valid until they expire. */
export function disableResource(context: Context): Command {
  const command = new Command("disable")
    .description("issue no more tokens for a resource server, after two seconds; what people agreed to stays")
    .argument("<identifier>", "as `resources list` shows it");

  return reporting(command, context, (identifier: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      await assertNotConfigured(await resourceOf(database, identifier), context);
      const isDisabled = await disableResourceServer(database, identifier, byOperator(context));
      if (!isDisabled) throw refusal(`the resource server ${identifier} is disabled already`);
      return { json: { resource: identifier, disabled: true }, text: `The resource server ${identifier} is disabled.` };
    }),
  );
}
