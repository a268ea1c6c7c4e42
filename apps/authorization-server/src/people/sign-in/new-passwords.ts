/**
 * Passwords that people and operators choose: the policy of this deployment, and the lists of known passwords. The
 * list that comes along is loaded when the first password is chosen.
 */
import { readFile } from "node:fs/promises";
import {
  assessPassword,
  foldPassword,
  openBloomFilter,
  type PasswordProblem,
  SHORTEST_PASSWORD,
  SHORTEST_PASSWORD_WITH_SECOND_FACTOR,
  type TextSet,
  visiblePassword,
} from "@countersign/rules";
import { openPasswordListFile } from "./password-list-file.ts";

export interface NewPasswords {
  /** The smallest number of characters (code points) of a new password. */
  readonly shortest: number;
  /**
   * The reason why this password may not be chosen; `undefined` if it may.
   *
   * @param context names of the person and the client, in any notation; those of this service are added
   */
  problem(password: string, context: readonly string[]): Promise<PasswordProblem | undefined>;
  /** Whether a password that was accepted before is on one of the lists now. */
  isKnown(password: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface NewPasswordOptions {
  /** The host of the issuer may not be a password. */
  readonly issuer?: string | undefined;
  /** A file of SHA-1 hashes of leaked passwords. */
  readonly listFile?: string | undefined;
  /** Whether every sign-in of this deployment needs a second factor: then shorter passwords are allowed. */
  readonly withSecondFactor: boolean;
}

const COMMON = new URL("common-passwords/common-passwords.bloom", import.meta.url);

/** Throws if the file of leaked passwords cannot be read. */
export async function openNewPasswords(options: NewPasswordOptions): Promise<NewPasswords> {
  const { issuer, listFile, withSecondFactor } = options;
  const shortest = withSecondFactor ? SHORTEST_PASSWORD_WITH_SECOND_FACTOR : SHORTEST_PASSWORD;
  const service = issuer === undefined ? [] : [new URL(issuer).hostname];
  const leaked = listFile === undefined ? undefined : await openPasswordListFile(listFile);
  const common = once(async () => openBloomFilter(await readFile(COMMON)));
  const isLeaked = async (password: string) => {
    const forms = [...new Set([password, visiblePassword(password)])];
    const found = await Promise.all(forms.map((form) => leaked?.has(form)));
    return found.includes(true);
  };

  return {
    shortest,
    async problem(password, context) {
      const policy = { shortest, common: await common() };
      const found = assessPassword(password, [...service, ...context], policy);
      return found ?? ((await isLeaked(password)) ? "common" : undefined);
    },
    isKnown: async (password) => (await common()).has(foldPassword(password)) || isLeaked(password),
    close: async () => leaked?.close(),
  };
}

/** Does the work at the first call. Later calls get the same result, or try again if the work failed. */
function once(work: () => Promise<TextSet>): () => Promise<TextSet> {
  let result: Promise<TextSet> | undefined;
  return () => {
    result ??= work().catch((err: unknown) => {
      result = undefined;
      throw err;
    });
    return result;
  };
}
