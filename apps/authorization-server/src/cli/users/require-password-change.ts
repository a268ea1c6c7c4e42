import { Command } from "commander";
import { demandPasswordChange } from "../../administration/ways-in/passwords.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users require-password-change`: the person chooses another password at the next sign-in. */
export function requirePasswordChange(context: Context): Command {
  const command = new Command("require-password-change")
    .description("demand another password of a person, because others know it; sessions and tokens stay")
    .argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      if (!(await demandPasswordChange(database, account.id, byOperator(context))))
        throw refusal(`${account.username} has no password, or must choose another one already`);

      const done = { id: account.id, username: account.username, password_change_required: true };
      return { json: done, text: `${account.username} chooses another password at the next sign-in.` };
    }),
  );
}
