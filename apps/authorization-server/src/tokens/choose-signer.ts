/** Which of the keys in a ring signs. */
import type { SigningAlg, SigningKey } from "@countersign/jwt";
import type { SealedSigningKey } from "../stores/signing-keys.ts";
import { SEEN_BY_ALL_MS } from "./new-signing-key.ts";

interface Turn extends Pick<SealedSigningKey, "alg" | "signsFrom" | "signsUntil"> {
  readonly signingKey: SigningKey;
}

/**
 * The newest key of an algorithm whose time has come.
 *
 * @param keys the newest first
 */
export function signerOf(keys: readonly Turn[], alg: SigningAlg, now: Date): SigningKey | undefined {
  const signs = (key: Turn) =>
    key.alg === alg && key.signsFrom <= now && (key.signsUntil === null || key.signsUntil > now);
  return keys.find(signs)?.signingKey;
}

/**
 * The key that signs, or the first one of its algorithm, which will in a moment and is waited for. Throws when there is
 * neither.
 */
export async function soonestSigner(keys: readonly Turn[], alg: SigningAlg, now: Date): Promise<SigningKey> {
  const signs = signerOf(keys, alg, now);
  if (signs !== undefined) return signs;

  const wait = (key: Turn) => key.signsFrom.getTime() - now.getTime();
  const first = keys.find((key) => key.alg === alg && key.signsUntil === null && wait(key) <= SEEN_BY_ALL_MS);
  if (first === undefined) throw new Error(`there is no signing key for ${alg}`);

  await new Promise((resolve) => setTimeout(resolve, wait(first)));
  return first.signingKey;
}
