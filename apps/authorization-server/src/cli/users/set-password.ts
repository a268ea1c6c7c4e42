import { namesOf } from "@countersign/rules";
import { Command } from "commander";
import { setPassword as replacePassword } from "../../administration/ways-in/passwords.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { mailOf } from "../mail.ts";
import { choosePassword, type PasswordOptions, withPasswordOptions } from "../password.ts";
import { properties, type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/** `users set-password`: replaces a password, and ends what the previous password gave access to. */
export function setPassword(context: Context): Command {
  const command = withPasswordOptions(new Command("set-password"))
    .description("replace a password; ends every session of the person and revokes what was issued")
    .argument("<username>");

  return reporting(command, context, (username: string, options: PasswordOptions) =>
    withDatabase(context, async (database): Promise<Report> => {
      const account = await accountNamed(database, username);
      const claims = await userStore(database).claims(account.id);
      const names = namesOf({ ...claims, username: account.username });
      const { passwordHash, generated } = await choosePassword(options, context, names);
      const mail = await mailOf(context);
      await replacePassword({ database, mail }, { userId: account.id, passwordHash }, byOperator(context));

      const changed = { id: account.id, username: account.username, password: generated };
      return { json: changed, text: properties(changed) };
    }),
  );
}
