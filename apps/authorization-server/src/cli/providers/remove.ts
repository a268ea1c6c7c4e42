import { Command } from "commander";
import { removeIdentityProvider } from "../../administration/identity-providers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

/** `providers remove`: removes a provider and disconnects its identities. */
export function removeProvider(context: Context): Command {
  const command = new Command("remove")
    .description("remove a provider: whoever has no other way to sign in needs a link by mail to set a password")
    .argument("<alias>", "as `providers list` shows it");

  return reporting(command, context, async (alias: string): Promise<Report> => {
    const removed = await withDatabase(context, (database) =>
      removeIdentityProvider(database, alias, byOperator(context)),
    );
    if (!removed) throw refusal(`there is no provider ${alias}`);
    return { json: { alias, removed }, text: `The provider ${alias} is removed.` };
  });
}
