import { SIGNING_ALGS, type SigningAlg } from "@countersign/jwt";
import { Command, Option } from "commander";
import { rotateKeys } from "../../jobs/rotate-keys.ts";
import { signingKeyStore } from "../../stores/signing-keys.ts";
import { keyEnvironment, readVariables } from "../config.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";

interface RotateOptions {
  readonly alg: SigningAlg | "all";
}

/** `keys rotate`: makes successors now, which take over once everyone can have seen them. */
export function rotate(context: Context): Command {
  const command = new Command("rotate")
    .description("give algorithms a new key; it is published first and signs some minutes later")
    .addOption(new Option("--alg <alg>", "for which algorithm").choices([...SIGNING_ALGS, "all"]).default("all"))
    .addHelpText("after", "\nReads DATABASE_URL and KEY_ENCRYPTION_KEYS.");

  return reporting(command, context, async ({ alg }: RotateOptions): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS } = await readVariables(keyEnvironment, context.environment);
    const [keyEncryptionKey] = KEY_ENCRYPTION_KEYS;
    const algs = alg === "all" ? SIGNING_ALGS : [alg];
    const made = await withDatabase(context, (database) => {
      const store = signingKeyStore(database);
      return rotateKeys({ store, keyEncryptionKey, algs, now: context.now(), actor: "operator" });
    });

    if (made.length === 0) throw refusal("nothing to rotate: a new key is waiting to take over already");
    return { json: { made }, text: `New keys: ${made.join(", ")}.` };
  });
}
