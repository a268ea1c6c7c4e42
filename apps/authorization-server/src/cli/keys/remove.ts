import { Command } from "commander";
import { removeSigningKey } from "../../administration/settings/signing-keys.ts";
import { signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

/** `keys remove`: removes a compromised key immediately; what it signed is not accepted any more. */
export function removeKey(context: Context): Command {
  const command = new Command("remove")
    .description("remove a compromised key at once: its signatures are refused, and another key signs from now on")
    .argument("<kid>", "as `keys list` shows it")
    // One kid in 64 begins with a hyphen (RFC 7638: a thumbprint in base64url), but is not an option.
    .allowUnknownOption()
    .addHelpText("after", "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS.");

  return reporting(command, context, async (kid: string): Promise<Report> => {
    if (/^-(?![\w-]{42}$)/.test(kid)) command.error(`error: unknown option '${kid}'`);
    const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
    const removed = await withDatabase(context, (database) =>
      removeSigningKey(
        signingKeyStore(database),
        { kid, keyEncryptionKey: KEY_ENCRYPTION_KEYS[0] },
        byOperator(context),
      ),
    );
    if (removed === undefined) throw refusal(`there is no key ${kid}`);
    const { alg, signing } = removed;
    if (signing === undefined)
      throw refusal(`the key is removed, but no key signs ${alg} now: start the service again`);
    return { json: { removed: kid, signing }, text: `The key ${kid} is removed. ${signing} signs.` };
  });
}
