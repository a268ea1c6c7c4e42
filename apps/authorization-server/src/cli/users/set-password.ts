import { Command } from "commander";
import { userAdministration } from "../../stores/users.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { choosePassword, type PasswordOptions, withPasswordOptions } from "../password.ts";
import { properties, type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users set-password`: replaces a password, and ends what the one before gave access to. */
export function setPassword(context: Context): Command {
  const command = withPasswordOptions(new Command("set-password"))
    .description("replace a password; ends every session of the person and revokes what was issued")
    .argument("<username>");

  return reporting(command, context, (username: string, options: PasswordOptions) =>
    withDatabase(context, async (database): Promise<Report> => {
      const users = userAdministration(database);
      const account = await accountNamed(users, username);
      const { passwordHash, generated } = await choosePassword(options, context);
      await users.setPassword(account.id, passwordHash, context.now());

      const changed = { id: account.id, username: account.username, password: generated };
      return { json: changed, text: properties(changed) };
    }),
  );
}
