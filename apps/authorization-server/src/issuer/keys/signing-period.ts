/** When a key signs, and which key of a ring signs. */
import type { SigningAlg, SigningKey } from "@countersign/jwt";
import type { SealedSigningKey } from "../../platform/stores/signing-keys.ts";

/** Enough time for every replica to see a key that another replica created: each reads the store every two seconds. */
export const REPLICATION_DELAY_MS = 3000;

export type SigningPeriod = Pick<SealedSigningKey, "alg" | "signsFrom" | "signsUntil">;

interface Signing extends SigningPeriod {
  readonly alg: SigningAlg;
  readonly signingKey: SigningKey;
}

/** Whether a key signs now with an algorithm. For a key that others encrypt to, this says whether it is in use. */
export const isSigning = ({ alg, signsFrom, signsUntil }: SigningPeriod, asked: SigningPeriod["alg"], now: Date) =>
  alg === asked && signsFrom <= now && (signsUntil === null || signsUntil > now);

/**
 * The newest key of an algorithm that signs now.
 *
 * @param keys the newest first
 */
export function signerOf(keys: readonly Signing[], alg: SigningAlg, now: Date): SigningKey | undefined {
  return keys.find((key) => key.alg === alg && isSigning(key, alg, now))?.signingKey;
}

/**
 * Since when the key signs that signs now, by its algorithm.
 *
 * @param keys the newest first
 */
export function signingSince(keys: readonly Signing[], now: Date): ReadonlyMap<SigningAlg, Date> {
  const since = new Map<SigningAlg, Date>();
  for (const key of keys) {
    if (!since.has(key.alg) && isSigning(key, key.alg, now)) since.set(key.alg, key.signsFrom);
  }
  return since;
}

/**
 * The key that signs, or the first key of its algorithm, which signs soon and is waited for. Throws when neither
 * exists.
 */
export async function soonestSigner(keys: readonly Signing[], alg: SigningAlg, now: Date): Promise<SigningKey> {
  const signing = signerOf(keys, alg, now);
  if (signing !== undefined) return signing;

  const wait = (key: SigningPeriod) => key.signsFrom.getTime() - now.getTime();
  const first = keys.find((key) => key.alg === alg && key.signsUntil === null && wait(key) <= REPLICATION_DELAY_MS);
  if (first === undefined) throw new Error(`there is no signing key for ${alg}`);

  await new Promise((resolve) => setTimeout(resolve, wait(first)));
  return first.signingKey;
}
