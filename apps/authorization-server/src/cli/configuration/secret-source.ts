/** Reads the secrets that a configuration names: variables of the command's environment, and files. */

import type { SecretSource } from "../../administration/configuration/reading/read-secrets.ts";
import { variables } from "../../config.ts";
import type { Context } from "../command/context.ts";
import { readBytes } from "../command/input.ts";

const LARGEST_BYTES = 4096;

/** The service's own secrets are never those of a client or of a provider: a configuration could send them away. */
const isOwnVariable = (name: string) =>
  Object.hasOwn(variables.shape, name) || /DATABASE_URL$|^COUNTERSIGN_|^SEED_/.test(name);

export const secretSource =
  ({ environment }: Pick<Context, "environment">): SecretSource =>
  async (reference) => {
    if ("env" in reference) {
      const { env } = reference;
      if (isOwnVariable(env)) return { problem: `${env} is a variable of the service itself` };
      const text = environment[env];
      return text === undefined || text === "" ? { problem: `the environment has no ${env}` } : { text };
    }
    try {
      return { text: (await readBytes(reference.file, LARGEST_BYTES)).toString("utf8").trimEnd() };
    } catch (err) {
      return { problem: (err as Error).message };
    }
  };
