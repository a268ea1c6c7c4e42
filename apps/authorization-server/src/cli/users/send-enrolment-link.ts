import { Command } from "commander";
import { sendEnrolmentLink as send } from "../../administration/ways-in/password-resets.ts";
import { paths } from "../../paths.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { mailOf } from "../mail.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

/**
 * `users send-enrolment-link`: lets a person set a password by a link in a mail, so that no operator knows it (OWASP
 * ASVS 6.4.6).
 */
export function sendEnrolmentLink(context: Context): Command {
  const command = new Command("send-enrolment-link")
    .description("mail a person a link to set a password, at the address of the account; using it proves the address")
    .argument("<username>")
    .addHelpText("after", "\nReads ISSUER, KEY_ENCRYPTION_KEYS, MAIL_URL and MAIL_FROM besides DATABASE_URL.");

  return reporting(command, context, (username: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const mail = await mailOf(context);
      if (!mail.isOn) throw refusal("this deployment sends no mail: set MAIL_URL as the service has it");

      const account = await accountNamed(database, username);
      const linkTo = (token: string) => `${paths.resetPassword}?${new URLSearchParams({ token })}`;
      const to = await send({ database, mail }, { userId: account.id, linkTo }, byOperator(context));
      if (to === undefined) throw refusal(`${account.username} has no e-mail address, or is disabled`);

      const sent = { id: account.id, username: account.username, email: to };
      return { json: sent, text: `A link to set a password is on its way to ${to}. It is valid for three days.` };
    }),
  );
}
