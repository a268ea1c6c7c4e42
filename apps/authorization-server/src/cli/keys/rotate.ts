import { ENCRYPTION_KEY_ALGS, SIGNING_ALGS } from "@countersign/jwt";
import { Command, Option } from "commander";
import { algsInUse, rotateKeys } from "../../platform/jobs/rotate-keys.ts";
import { type RingAlg, signingKeyStore } from "../../platform/stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

interface RotateOptions {
  readonly alg: RingAlg | "all";
}

/** `keys rotate`: creates successors now. They start to sign when everyone can have seen them. */
export function rotate(context: Context): Command {
  const command = new Command("rotate")
    .description("give algorithms a new key; it is published first and signs some minutes later")
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
