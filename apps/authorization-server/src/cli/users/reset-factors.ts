import { Command } from "commander";
import { resetFactors } from "../../administration/second-factors.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { senderOf } from "../../mail/environment.ts";
import { openOutbox } from "../../mail/outbox.ts";
import { mailEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { misuse } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

const LONGEST_REASON = 500;

/** `users reset-factors`: for a person who lost every second factor and passkey. */
export function resetUserFactors(context: Context): Command {
  const command = new Command("reset-factors")
    .description("remove second factors, passkeys and recovery codes of a person; ends every session")
    .argument("<username>")
    .requiredOption("--reason <text>", "why, and how the person was identified; stands in the audit trail");

  return reporting(command, context, async (username: string, { reason }: { reason: string }): Promise<Report> => {
    if (reason.trim() === "" || reason.length > LONGEST_REASON) throw misuse("a reason has 1 to 500 characters");
    const config = await readVariables(mailEnvironment, context.environment);
    const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
    const mail = openOutbox({ isOn: config.MAIL_URL !== undefined, domain: senderOf(config).domain, texts });

    return withDatabase(context, async (database) => {
      const account = await accountNamed(database, username);
      await resetFactors(account.id, reason, { database, mail }, byOperator(context));
      const done = { id: account.id, username: account.username, factors_reset: true };
      return {
        json: done,
        text: `${account.username} has no second factor and no passkey any more; all sessions are ended.`,
      };
    });
  });
}
