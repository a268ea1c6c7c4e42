import { Command } from "commander";
import { signingKeyStore } from "../../stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { replaceKey } from "./replace.ts";

/** `keys remove`: forgets a compromised key at once; what it signed is not accepted any more. */
export function removeKey(context: Context): Command {
  const command = new Command("remove")
    .description("remove a compromised key at once: what it signed is refused, and another key signs from now on")
    .argument("<kid>", "as `keys list` shows it")
    // One kid in 64 begins with a hyphen (RFC 7638: a thumbprint in base64url), and is no option.
    .allowUnknownOption()
    .addHelpText("after", "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS.");

  return reporting(command, context, async (kid: string): Promise<Report> => {
    if (/^-(?![\w-]{42}$)/.test(kid)) command.error(`error: unknown option '${kid}'`);
    const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
    const signer = await withDatabase(context, (database) =>
      replaceKey(signingKeyStore(database), kid, { keyEncryptionKey: KEY_ENCRYPTION_KEYS[0], now: context.now() }),
    );
    if (signer === undefined) throw refusal(`there is no key ${kid}`);
    return { json: { removed: kid, signing: signer }, text: `The key ${kid} is removed. ${signer} signs.` };
  });
}
