/** `mail`: mails to people. */

import { Command, Option } from "commander";
import { type ListedMail, listMails, MAIL_STATES, type MailState } from "../../platform/records/mails.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { readVariables, sendingEnvironment } from "../config.ts";

interface Options {
  readonly state: MailState | undefined;
  readonly address: string | undefined;
}

const MOST_MAILS = 100;

/** `mail list`: what became of mails, the newest first. */
export function listMail(context: Context): Command {
  const command = new Command("list")
    .description(`list the newest ${MOST_MAILS} emails: what became of each, and nothing of its content`)
    .addOption(new Option("--state <state>", "in one state").choices(MAIL_STATES))
    .option("--address <address>", "to one address");

  return onDatabase(command, context, async ({ database }, { state, address }: Options) => {
    const mails = await listMails(database, { state, address, limit: MOST_MAILS });
    const rows = mails.map((mail) => ({
      created: mail.createdAt.toISOString(),
      kind: mail.kind,
      address: mail.address,
      state: mail.state,
      attempts: String(mail.attempts),
      next: mail.nextAttemptAt?.toISOString() ?? "",
      failure: mail.failure ?? "",
    }));
    return { json: mails.map(inWireNames), text: table(rows, "No emails match.") };
  });
}

const inWireNames = ({ nextAttemptAt, expiresAt, deliveredAt, createdAt, ...mail }: ListedMail) => ({
  ...mail,
  created_at: createdAt,
  next_attempt_at: nextAttemptAt,
  expires_at: expiresAt,
  delivered_at: deliveredAt,
});

/** `mail test`: sends a mail now, in the same way as the service does, and reports the answer of the mail server. */
export function testMail(context: Context): Command {
  const command = new Command("test")
    .description("send a test email now, and say what the mail server answered")
    .argument("<address>", "where to send it")
    .option("--language <tag>", "in this language", "en")
    .addHelpText(
      "after",
      "\nReads ISSUER, VIEWS_DIR and the variables MAIL_…, as the service does. It needs no database.",
    );

  return reporting(command, context, async (to: string, { language }: { language: string }): Promise<Report> => {
    // These modules are loaded here, because no other command needs them.
    const { isMailAddress } = await import("../../people/mail/outbox.ts");
    const { sendTestMail } = await import("../../people/mail/trial.ts");
    if (!isMailAddress(to)) throw refusal(`"${to}" is no email address`);

    const config = await readVariables(sendingEnvironment, context.environment);
    const sent = await sendTestMail(config, { to, language, at: context.now() });
    if (sent === undefined) throw refusal("MAIL_URL is not set, so this deployment sends no email");
    if (sent.result !== "delivered") throw refusal(`the email was not delivered (${sent.result}): ${sent.reason}`);
    return {
      json: { delivered: true, message_id: sent.messageId, reply: sent.reply },
      text: `Delivered to the mail server, which answered: ${sent.reply}`,
    };
  });
}
