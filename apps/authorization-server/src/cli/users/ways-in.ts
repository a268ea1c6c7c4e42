/** `users`: the commands about how a person signs in. */

import { namesOf } from "@countersign/rules";
import { Command, Option } from "commander";
import { sendEnrolmentLink as send } from "../../administration/ways-in/password-resets.ts";
import { demandPasswordChange, setPassword as replacePassword } from "../../administration/ways-in/passwords.ts";
import { type FactorReset, resetFactors } from "../../administration/ways-in/second-factors.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { paths } from "../../paths.ts";
import { senderOf } from "../../people/mail/environment.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { mailOf } from "../command/mail.ts";
import { onDatabase } from "../command/on-database.ts";
import { choosePassword, type PasswordOptions, withPasswordOptions } from "../command/password.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { mailEnvironment, readVariables } from "../config.ts";
import { accountNamed } from "./account.ts";

/** `users set-password`: replaces a password, and ends what the previous password gave access to. */
export function setPassword(context: Context): Command {
  const command = withPasswordOptions(new Command("set-password"))
    .description("replace a password; ends every session of the user and revokes what was issued")
    .argument("<username>");

  return onDatabase(command, context, async ({ database, by }, username: string, options: PasswordOptions) => {
    const account = await accountNamed(database, username);
    const claims = await userStore(database).claims(account.id);
    const names = namesOf({ ...claims, username: account.username });
    const { passwordHash, generated } = await choosePassword(options, context, names);
    const mail = await mailOf(context);
    await replacePassword({ database, mail }, { userId: account.id, passwordHash }, by);

    const changed = { id: account.id, username: account.username, password: generated };
    return { json: changed, text: properties(changed) };
  });
}

/** `users require-password-change`: the person chooses another password at the next sign-in. */
export function requirePasswordChange(context: Context): Command {
  const command = new Command("require-password-change")
    .description("demand another password of a user, because others know it; sessions and tokens stay")
    .argument("<username>");

  return onDatabase(command, context, async ({ database, by }, username: string) => {
    const account = await accountNamed(database, username);
    if (!(await demandPasswordChange(database, account.id, by)))
      throw refusal(`${account.username} has no password, or must choose another one already`);

    const done = { id: account.id, username: account.username, password_change_required: true };
    return { json: done, text: `${account.username} chooses another password at the next sign-in.` };
  });
}

/**
 * `users send-enrolment-link`: lets a person set a password by a link in a mail, so that no operator knows it (OWASP
 * ASVS 6.4.6).
 */
export function sendEnrolmentLink(context: Context): Command {
  const command = new Command("send-enrolment-link")
    .description("email a user a link to set a password, at the address of the account; using it proves the address")
    .argument("<username>")
    .addHelpText("after", "\nReads ISSUER, KEY_ENCRYPTION_KEYS, MAIL_URL and MAIL_FROM in addition to DATABASE_URL.");

  return onDatabase(command, context, async ({ database, by }, username: string) => {
    const mail = await mailOf(context);
    if (!mail.isOn) throw refusal("this deployment sends no email: set MAIL_URL as the service has it");

    const account = await accountNamed(database, username);
    const linkTo = (token: string) => `${paths.resetPassword}?${new URLSearchParams({ token })}`;
    const to = await send({ database, mail }, { userId: account.id, linkTo }, by);
    if (to === undefined) throw refusal(`${account.username} has no email address, or is disabled`);

    const sent = { id: account.id, username: account.username, email: to };
    return { json: sent, text: `A link to set a password is on its way to ${to}. It is valid for three days.` };
  });
}

const LONGEST_REASON = 500;

interface Options extends Pick<FactorReset, "connections"> {
  readonly reason: string;
}

/** `users reset-factors`: for a person who lost every second factor and passkey, or whose account was taken over. */
export function resetUserFactors(context: Context): Command {
  const command = new Command("reset-factors")
    .description("remove every factor of a user but the password, and what is connected elsewhere; ends every session")
    .argument("<username>")
    .requiredOption("--reason <text>", "why, and how the user was identified; stands in the audit log")
    .addOption(
      new Option("--connections <what>", "whether sign-ins at other providers stay").choices(["keep", "remove"]),
    );

  return reporting(command, context, async (username: string, { reason, connections }: Options): Promise<Report> => {
    if (reason.trim() === "" || reason.length > LONGEST_REASON) throw misuse("a reason has 1 to 500 characters");
    const config = await readVariables(mailEnvironment, context.environment);
    const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
    const mail = openOutbox({ isOn: config.MAIL_URL !== undefined, domain: senderOf(config).domain, texts });

    return withDatabase(context, async (database) => {
      const account = await accountNamed(database, username);
      const reset = { userId: account.id, reason, connections };
      if ((await resetFactors(reset, { database, mail }, byOperator(context))) === "undecided") {
        throw refusal(
          `${account.username} has no password and signs in at other providers: add --connections keep or remove`,
        );
      }
      const done = { id: account.id, username: account.username, factors_reset: true };
      return {
        json: done,
        text: `${account.username} has no second step and no passkey any more; all sessions are ended.`,
      };
    });
  });
}
