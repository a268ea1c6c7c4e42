/** Creates our keys. The private parts are returned sealed. */
import {
  generateEncryptionKey,
  generateSigningKey,
  isEncryptionKeyAlg,
  type KeyEncryptionKey,
  type SigningAlg,
  sealPrivateJwk,
} from "@countersign/jwt";
import type { Actor } from "../../platform/stores/audit/audit-events.ts";
import type { NewSigningKey, RingAlg, SigningKeyStore } from "../../platform/stores/signing-keys.ts";
import { REPLICATION_DELAY_MS } from "./signing-period.ts";

/** Creates a key that is published from `createdAt`. It signs from `signsFrom`, or is a key that others encrypt to. */
export async function newRingKey(
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
 * Creates the first key of an algorithm while the service runs. The key signs only when every replica publishes it.
 * Before that, a verifier could ask a replica that does not know the key. Does nothing if a key exists.
 *
 * @returns the kid of the key, if this call created one
 */
export async function addFirstKey(
  store: Pick<SigningKeyStore, "list" | "addFirst">,
  alg: SigningAlg,
  {
    keyEncryptionKey,
    now,
    actor = { kind: "system" },
  }: { keyEncryptionKey: KeyEncryptionKey; now: Date; actor?: Actor },
): Promise<string | undefined> {
  if ((await store.list(now)).some((key) => key.alg === alg && key.signsUntil === null)) return undefined;

  const signsFrom = new Date(now.getTime() + REPLICATION_DELAY_MS);
  const key = await newRingKey(alg, keyEncryptionKey, { createdAt: now, signsFrom });
  return (await store.addFirst(key, { actor })) ? key.kid : undefined;
}
