import { Command } from "commander";
import { eraseSoon } from "../../administration/deletion.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { ownersIn } from "../owners.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users delete`: disables an account at once. The service erases it within a minute. */
export function deleteUser(context: Context): Command {
  const command = new Command("delete")
    .description("erase an account and everything that is stored about its person")
    .argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      await eraseSoon(database, account.id, byOperator(context), { kept: await ownersIn(context) });
      return {
        json: { id: account.id, username: account.username, deleted: true },
        text: `${account.username} can no longer sign in; the service erases the account within a minute.`,
      };
    }),
  );
}
