import { WEBHOOK_SIGNATURES, type WebhookSignature } from "@countersign/rules";
import { Command, Option } from "commander";
import { addWebhook } from "../../administration/webhooks/acts.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { properties, type Report, reporting } from "../report.ts";
import { environmentFor, givenOf, madeRecord, WEBHOOK_OPTIONS, type WebhookOptions, webhookShape } from "./record.ts";

type Options = WebhookOptions & { readonly signature: WebhookSignature };

/** `webhooks add`: adds a webhook and prints its secret once. */
export function addWebhookCommand(context: Context): Command {
  const command = new Command("add")
    .description("add an address that is sent events, and print once what the receiver verifies with")
    .argument("<name>", "a name for it")
    .requiredOption("--url <url>", "where events are sent")
    .option("--types <types>", "the types of events, separated by spaces; `audit types` lists them", "all")
    .option("--personal-data", "send network addresses, and details that name people", false)
    .addOption(
      new Option("--signature <kind>", "HMAC-SHA256 (v1) or Ed25519 (v1a)").choices(WEBHOOK_SIGNATURES).default("v1"),
    )
    .addHelpText("after", READS);

  return reporting(command, context, async (name: string, { signature, ...options }: Options): Promise<Report> => {
    const settings = validate(webhookShape, { name, ...givenOf(options) }, "the webhook", WEBHOOK_OPTIONS);
    const { KEY_ENCRYPTION_KEYS } = await environmentFor(context, settings.url);
    const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
    const record = await withDatabase(context, async (database) => {
      const made = await addWebhook({ database, texts }, { ...settings, signature }, byOperator(context));
      return madeRecord(database, made);
    });
    return { json: record, text: properties(record) };
  });
}

const READS = "\nReads DATABASE_URL, ISSUER, KEY_ENCRYPTION_KEYS and OUTBOUND_ALLOWED_HOSTS, as the service does.";
