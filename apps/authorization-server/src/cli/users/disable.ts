import { Command } from "commander";
import { disablePerson } from "../../administration/people.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { ownersIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users disable`: disables an account, and immediately ends what it gave access to. */
export function disableUser(context: Context): Command {
  const command = new Command("disable")
    .description("stop a person from signing in; ends every session and revokes what was issued")
    .argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      if (!(await disablePerson(database, account.id, byOperator(context), await ownersIn(context))))
        throw refusal(`${account.username} is disabled already`);

      const done = { id: account.id, username: account.username, disabled: true };
      return {
        json: done,
        text: `${account.username} is disabled; all sessions are ended and what was issued is revoked.`,
      };
    }),
  );
}
