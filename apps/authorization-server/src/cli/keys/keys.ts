/** `keys`: the keys that tokens are signed with. */

import { ENCRYPTION_KEY_ALGS, SIGNING_ALGS } from "@countersign/jwt";
import { Command, Option } from "commander";
import { removeSigningKey, stateOf } from "../../administration/settings/signing-keys.ts";
import { algsInUse, rotateKeys } from "../../platform/jobs/keys/rotate-keys.ts";
import { type RingAlg, signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { keyEnvironment, readVariables } from "../config.ts";

/** `keys list`: lists every published key, without its private part. */
export function listKeys(context: Context): Command {
  const command = new Command("list").description("list the published keys, newest first");

  return reporting(command, context, async (): Promise<Report> => {
    const now = context.now();
    const keys = await withDatabase(context, (database) => signingKeyStore(database).list(now));

    const records = keys.map((key) => ({
      kid: key.kid,
      alg: key.alg,
      state: stateOf(key, now),
      signs_from: key.signsFrom,
      signs_until: key.signsUntil,
      published_until: key.publishedUntil,
      created_at: key.createdAt,
      key_encryption_key_id: key.keyEncryptionKeyId,
    }));
    const rows = records.map((record) => ({
      kid: record.kid,
      alg: record.alg,
      state: record.state,
      "signs from": record.signs_from.toISOString(),
      "signs until": record.signs_until?.toISOString() ?? "",
      "published until": record.published_until?.toISOString() ?? "",
    }));
    return {
      json: records,
      text: table(rows, "No keys yet: the service makes the first ones when it starts."),
    };
  });
}

interface RotateOptions {
  readonly alg: RingAlg | "all";
}

/** `keys rotate`: creates successors now. They start to sign when everyone can have seen them. */
export function rotate(context: Context): Command {
  const command = new Command("rotate")
    .description("rotate keys: each algorithm gets a new one, which is published first and signs some minutes later")
    .addOption(
      new Option("--alg <alg>", "the algorithm; all algorithms that have a key by default")
        .choices([...SIGNING_ALGS, ...ENCRYPTION_KEY_ALGS, "all"])
        .default("all"),
    )
    .addHelpText("after", "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS.");

  return reporting(command, context, async ({ alg }: RotateOptions): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
    const [keyEncryptionKey] = KEY_ENCRYPTION_KEYS;
    const made = await withDatabase(context, async (database) => {
      const store = signingKeyStore(database);
      const now = context.now();
      const algs = alg === "all" ? await algsInUse(store, now) : [alg];
      return rotateKeys({ store, keyEncryptionKey, algs, now, actor: byOperator(context).actor });
    });

    if (made.length === 0) throw refusal("nothing to rotate: a new key is waiting to take over already");
    return { json: { made }, text: `New keys: ${made.join(", ")}.` };
  });
}

/** `keys remove`: removes a compromised key immediately; tokens that it signed are not accepted any more. */
export function removeKey(context: Context): Command {
  const command = new Command("remove")
    .description("remove a compromised key at once: its signatures are refused, and another key signs from now on")
    .argument("<kid>", "as `keys list` shows it")
    // One kid in 64 begins with a hyphen (RFC 7638: a thumbprint in base64url), but is not an option.
    .allowUnknownOption()
    .addHelpText("after", "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS.");

  return reporting(command, context, async (kid: string): Promise<Report> => {
    if (/^-(?![\w-]{42}$)/.test(kid)) throw misuse(`${kid} is no option and no kid, which has 43 characters`);
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
