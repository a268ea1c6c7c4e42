import { Command } from "commander";
import { enablePerson } from "../../administration/people.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users enable`: enables a disabled account; what ended when it was disabled is not restored. */
export function enableUser(context: Context): Command {
  const command = new Command("enable").description("let a disabled person sign in again").argument("<username>");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      if (!(await enablePerson(database, account.id, byOperator(context))))
        throw refusal(`${account.username} is not disabled`);

      const done = { id: account.id, username: account.username, enabled: true };
      return { json: done, text: `${account.username} is enabled.` };
    }),
  );
}
