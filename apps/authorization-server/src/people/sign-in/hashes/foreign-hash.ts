/**
 * Password hashes that other software made. Each form is read into its cost and a check, so that no stored text can
 * occupy a slot of sign-in for long, and so that an import can refuse what sign-in would refuse.
 */
import {
  type HashForm,
  type ReadHash,
  readArgon2,
  readBcrypt,
  readBcryptSha256,
  readDigest,
  readFirebaseScrypt,
  readPbkdf2,
  readScrypt,
} from "./hash-forms.ts";
import { knownSpelling } from "./hash-spellings.ts";

const FORMS: readonly HashForm[] = [
  ...[readArgon2, readBcrypt, readBcryptSha256, readPbkdf2, readScrypt, readFirebaseScrypt, readDigest],
];
const LONGEST_HASH = 512;

function readHash(hash: string): ReadHash | undefined {
  if (hash.length > LONGEST_HASH) return undefined;
  const spelled = knownSpelling(hash);
  for (const form of FORMS) {
    const read = form(spelled);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** Why a hash cannot be imported, if it cannot. An import may allow weak ones. */
export function hashProblem(hash: string): "unknown" | "weak" | "excessive" | undefined {
  const cost = readHash(hash)?.cost ?? "unknown";
  return cost === "usual" ? undefined : cost;
}

/** Whether the password matches. False for a text that is not a hash, and for one that costs more than the bounds. */
export async function matchesForeignHash(hash: string, password: string): Promise<boolean> {
  const read = readHash(hash);
  return read !== undefined && read.cost !== "excessive" && read.matches(password);
}
