import { Command, Option } from "commander";
import { type ListedMail, listMails, MAIL_STATES, type MailState } from "../../platform/records/mails.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";

interface Options {
  readonly state: MailState | undefined;
  readonly address: string | undefined;
}

const MOST_MAILS = 100;

/** `mail list`: what became of mails, the newest first. */
export function listMail(context: Context): Command {
  const command = new Command("list")
    .description(`list the newest ${MOST_MAILS} mails: what became of each, and nothing of its content`)
    .addOption(new Option("--state <state>", "in one state").choices(MAIL_STATES))
    .option("--address <address>", "to one address");

  return reporting(command, context, async ({ state, address }: Options): Promise<Report> => {
    const mails = await withDatabase(context, (database) => listMails(database, { state, address, limit: MOST_MAILS }));
    const rows = mails.map((mail) => ({
      created: mail.createdAt.toISOString(),
      kind: mail.kind,
      address: mail.address,
      state: mail.state,
      attempts: String(mail.attempts),
      next: mail.nextAttemptAt?.toISOString() ?? "",
      failure: mail.failure ?? "",
    }));
    return { json: mails.map(inWireNames), text: table(rows, "There is no such mail.") };
  });
}

const inWireNames = ({ nextAttemptAt, expiresAt, deliveredAt, createdAt, ...mail }: ListedMail) => ({
  ...mail,
  created_at: createdAt,
  next_attempt_at: nextAttemptAt,
  expires_at: expiresAt,
  delivered_at: deliveredAt,
});
