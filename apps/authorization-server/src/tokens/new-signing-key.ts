import {
  generateEncryptionKey,
  generateSigningKey,
  isEncryptionKeyAlg,
  type KeyEncryptionKey,
  type SigningAlg,
  sealPrivateJwk,
} from "@countersign/jwt";
import type { Act } from "../stores/audit-events.ts";
import type { NewSigningKey, RingAlg, SigningKeyStore } from "../stores/signing-keys.ts";

/** Time enough for every replica to see a key that another one made: it looks every two seconds. */
export const SEEN_BY_ALL_MS = 3000;

/**
 * Makes a key that is published from `createdAt` and signs from `signsFrom`, or is for encryption to us; its private
 * part leaves here sealed.
 */
export async function newSigningKey(
  alg: RingAlg,
  keyEncryptionKey: KeyEncryptionKey,
  { createdAt, signsFrom }: { createdAt: Date; signsFrom: Date },
): Promise<NewSigningKey> {
  const { kid, publicJwk, privateJwk } = await (isEncryptionKeyAlg(alg)
    ? generateEncryptionKey(alg)
    : generateSigningKey(alg));
  const sealedPrivateJwk = sealPrivateJwk(privateJwk, { kid, keyEncryptionKey });
  return { kid, alg, publicJwk, sealedPrivateJwk, keyEncryptionKeyId: keyEncryptionKey.id, createdAt, signsFrom };
}

/**
 * Gives an algorithm its first key while the service runs: it signs once every replica publishes it, so that nobody
 * meets a signature whose key the replica they ask does not know. Does nothing where there is a key.
 *
 * @returns the kid of the key, if this made one
 */
export async function addFirstKey(
  store: Pick<SigningKeyStore, "list" | "addFirst">,
  alg: SigningAlg,
  {
    keyEncryptionKey,
    now,
    actor = "schedule",
  }: { keyEncryptionKey: KeyEncryptionKey; now: Date; actor?: Act["actor"] },
): Promise<string | undefined> {
  if ((await store.list(now)).some((key) => key.alg === alg && key.signsUntil === null)) return undefined;

  const signsFrom = new Date(now.getTime() + SEEN_BY_ALL_MS);
  const key = await newSigningKey(alg, keyEncryptionKey, { createdAt: now, signsFrom });
  return (await store.addFirst(key, { actor })) ? key.kid : undefined;
}
