import { Command } from "commander";
import { reseal } from "../../jobs/reseal.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";

/** `keys reseal`: seals again what a key-encryption key sealed, so that this key can be removed. */
export function resealKeys(context: Context): Command {
  const command = new Command("reseal")
    .description(
      "seal signing keys, client secrets, mails, secrets of authenticator apps and keys of webhooks again under the " +
        "first key of KEY_ENCRYPTION_KEYS",
    )
    .addHelpText(
      "after",
      "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS. The other keys of that list are not needed afterwards.",
    );

  return reporting(command, context, async (): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
    const resealed = await withDatabase(context, (database) =>
      reseal(database, KEY_ENCRYPTION_KEYS, byOperator(context)),
    );
    const { signingKeys, clientSecrets, mails, totpSecrets, providerSecrets } = resealed;
    const { webhookKeys, hookKeys, importPieces } = resealed;
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
        key_encryption_key_id: KEY_ENCRYPTION_KEYS[0].id,
      },
      text:
        `Sealed again with ${KEY_ENCRYPTION_KEYS[0].id}: ` +
        `${signingKeys} signing keys, ${clientSecrets} client secrets, ${mails} mails, ` +
        `${totpSecrets} secrets of authenticator apps, ${providerSecrets} secrets at other providers, ` +
        `${webhookKeys} keys of webhooks, ${hookKeys} of hooks, ${importPieces} pieces of imports.`,
    };
  });
}
