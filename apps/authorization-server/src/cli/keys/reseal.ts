import { setTimeout } from "node:timers/promises";
import { Command } from "commander";
import { type ResealResult, reseal } from "../../platform/jobs/keys/reseal.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";
import { keyEnvironment, readVariables } from "../config.ts";

const PAUSE_MS = 500;
/** How many rows a refusal names. */
const MOST_NAMED = 10;

/** `keys reseal`: seals again what a key-encryption key sealed, so that this key can be removed. */
export function resealKeys(context: Context): Command {
  const command = new Command("reseal")
    .description(
      "seal signing keys, client secrets, emails, secrets of authenticator apps and keys of webhooks again under the " +
        "first key of KEY_ENCRYPTION_KEYS",
    )
    .addHelpText(
      "after",
      "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS. The other keys of that list are not needed afterwards. If the " +
        "command is interrupted, run it again: it goes on.",
    );

  return reporting(command, context, async (): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS: keyEncryptionKeys } = await readVariables(keyEnvironment, context.environment);
    const pause = () => setTimeout(PAUSE_MS);
    const result = await withDatabase(context, (database) =>
      reseal({ database, keyEncryptionKeys, pause }, byOperator(context)),
    );
    const failure = failureOf(result);
    return { ...reportOf(result, keyEncryptionKeys[0].id), ...(failure && { failure }) };
  });
}

function reportOf({ resealed }: ResealResult, keyId: string): Omit<Report, "failure"> {
  const { signingKeys, clientSecrets, mails, totpSecrets, providerSecrets } = resealed;
  const { webhookKeys, hookKeys, importPieces, idempotencyKeys } = resealed;
  return {
    json: {
      signing_keys: signingKeys,
      client_secrets: clientSecrets,
      mails,
      totp_secrets: totpSecrets,
      provider_secrets: providerSecrets,
      webhook_keys: webhookKeys,
      hook_keys: hookKeys,
      import_pieces: importPieces,
      idempotency_keys: idempotencyKeys,
      key_encryption_key_id: keyId,
    },
    text:
      `Sealed again with ${keyId}: ${signingKeys} signing keys, ${clientSecrets} client secrets, ${mails} emails, ` +
      `${totpSecrets} secrets of authenticator apps, ${providerSecrets} secrets at other providers, ` +
      `${webhookKeys} keys of webhooks, ${hookKeys} of hooks, ${importPieces} pieces of imports, ` +
      `${idempotencyKeys} requests and answers of idempotency keys.`,
  };
}

function failureOf({ broken, held }: ResealResult): Error | undefined {
  if (broken.length > 0) {
    const others = broken.length > MOST_NAMED ? [`${broken.length - MOST_NAMED} others`] : [];
    const rows = [...broken.slice(0, MOST_NAMED), ...others].join(", ");
    return refusal(`could not be opened, and are sealed as before: ${rows}`);
  }
  return held > 0 ? refusal(`${held} rows were being changed all the time: run the command again`) : undefined;
}
