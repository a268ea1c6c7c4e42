import { decimalOf } from "@countersign/rules";
import { Command, Option } from "commander";
import { rotateWebhookSecret } from "../../administration/webhooks/acts.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { readVariables, webhookEnvironment } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { misuse } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { madeRecord, NAME, webhookNamed } from "./record.ts";

const MOST_HOURS = 168;

/** `webhooks rotate-secret`: gives a webhook another key and prints it once. */
export function rotateWebhookCommand(context: Context): Command {
  const command = new Command("rotate-secret")
    .description("give a webhook another key, and print once what the receiver verifies with")
    .argument("<name>", NAME)
    .addOption(
      new Option("--overlap-hours <hours>", "for how long the key before signs, too").default(24).argParser((text) => {
        const hours = decimalOf(text);
        if (!Number.isInteger(hours) || hours < 0 || hours > MOST_HOURS) {
          throw misuse(`--overlap-hours must be a whole number from 0 to ${MOST_HOURS}`);
        }
        return hours;
      }),
    );

  return reporting(command, context, async (name: string, options: { overlapHours: number }): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS } = await readVariables(webhookEnvironment, context.environment);
    const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
    const record = await withDatabase(context, async (database) => {
      const { id } = await webhookNamed(database, name);
      const overlap = { id, overlapSeconds: options.overlapHours * 3600 };
      return madeRecord(database, await rotateWebhookSecret({ database, texts }, overlap, byOperator(context)));
    });
    return { json: record, text: properties(record) };
  });
}
