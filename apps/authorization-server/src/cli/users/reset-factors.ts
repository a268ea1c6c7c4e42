import { Command, Option } from "commander";
import { type FactorReset, resetFactors } from "../../administration/ways-in/second-factors.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { senderOf } from "../../people/mail/environment.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { mailEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { misuse, refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "./account.ts";

const LONGEST_REASON = 500;

interface Options extends Pick<FactorReset, "connections"> {
  readonly reason: string;
}

/** `users reset-factors`: for a person who lost every second factor and passkey, or whose account was taken over. */
export function resetUserFactors(context: Context): Command {
  const command = new Command("reset-factors")
    .description(
      "remove every factor of a person but the password, and what is connected elsewhere; ends every session",
    )
    .argument("<username>")
    .requiredOption("--reason <text>", "why, and how the person was identified; stands in the audit trail")
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
        text: `${account.username} has no second factor and no passkey any more; all sessions are ended.`,
      };
    });
  });
}
