import { Command } from "commander";
import { enableIdentityProvider } from "../../administration/providers/identity-providers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { providerWith } from "./record.ts";

/** `providers enable` and `providers disable`. */
export function enableProvider(context: Context, isEnabled: boolean): Command {
  const [name, about] = isEnabled
    ? ["enable", "let people sign in at a disabled provider again"]
    : ["disable", "let nobody sign in at a provider; its people keep their accounts and their other ways to sign in"];
  const state = isEnabled ? "enabled" : "disabled";
  const command = new Command(name).description(about).argument("<alias>", "as `providers list` shows it");

  return reporting(command, context, (alias: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      await providerWith(database, alias);
      const isDone = await enableIdentityProvider(database, { alias, isEnabled }, byOperator(context));
      if (!isDone) throw refusal(`the provider ${alias} is ${state} already`);
      return { json: { alias, enabled: isEnabled }, text: `The provider ${alias} is ${state}.` };
    }),
  );
}
