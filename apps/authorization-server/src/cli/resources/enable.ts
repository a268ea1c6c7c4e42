import { Command } from "commander";
import { enableResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { resourceOf } from "./record.ts";

/** `resources enable`: enables a disabled resource server. */
export function enableResource(context: Context): Command {
  const command = new Command("enable")
    .description("issue tokens for a disabled resource server again, after two seconds")
    .argument("<identifier>", "as `resources list` shows it");

  return reporting(command, context, (identifier: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      await resourceOf(database, identifier);
      const isEnabled = await enableResourceServer(database, identifier, byOperator(context));
      if (!isEnabled) throw refusal(`the resource server ${identifier} is not disabled`);
      return { json: { resource: identifier, enabled: true }, text: `The resource server ${identifier} is enabled.` };
    }),
  );
}
