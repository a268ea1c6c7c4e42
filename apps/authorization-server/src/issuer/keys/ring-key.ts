/** A key of the ring in opened form. */
import {
  importSigningKey,
  isEncryptionKeyAlg,
  type KeyEncryptionKey,
  openPrivateJwk,
  type PublicJwk,
  publicJwks,
  type SigningAlg,
  type SigningKey,
} from "@countersign/jwt";
import type { SealedSigningKey } from "../../platform/stores/signing-keys.ts";
import { type EncryptionRingKey, openEncryptionKey } from "./encryption-keys.ts";

interface Validity extends Pick<SealedSigningKey, "kid" | "signsFrom" | "signsUntil"> {
  readonly publicJwk: PublicJwk;
}

export interface SigningRingKey extends Validity {
  readonly alg: SigningAlg;
  readonly signingKey: SigningKey;
}

export type DecryptingRingKey = Validity & EncryptionRingKey;

/** A key that signs and verifies, or one that others encrypt to. */
export type RingKey = SigningRingKey | DecryptingRingKey;

export const signs = (key: RingKey): key is SigningRingKey => "signingKey" in key;
export const decrypts = (key: RingKey): key is DecryptingRingKey => "decryptionKey" in key;

/**
 * Opens a key. Both halves come from the sealed text. If the public half were read from its column, an attacker who can
 * write to the database could publish their own key and sign with it. Throws if the key does not open.
 */
export async function openRingKey(
  { kid, alg, sealedPrivateJwk, keyEncryptionKeyId }: SealedSigningKey,
  keyEncryptionKeys: readonly KeyEncryptionKey[],
): Promise<Pick<SigningRingKey, "alg" | "signingKey" | "publicJwk"> | Omit<EncryptionRingKey, "kid">> {
  const keyEncryptionKey = keyEncryptionKeys.find(({ id }) => id === keyEncryptionKeyId);
  if (keyEncryptionKey === undefined) {
    throw new Error(
      `Signing key ${kid} is sealed with key-encryption key "${keyEncryptionKeyId}", ` +
        "which KEY_ENCRYPTION_KEYS does not have.",
    );
  }
  const privateJwk = openPrivateJwk(sealedPrivateJwk, { kid, keyEncryptionKey });
  if (isEncryptionKeyAlg(alg)) return openEncryptionKey(kid, alg, privateJwk);

  const [publicJwk] = publicJwks([{ kid, alg, publicJwk: privateJwk }]).keys;
  if (publicJwk === undefined || privateJwk.alg !== alg) throw new Error(`Signing key ${kid} is not one for ${alg}.`);

  return { alg, publicJwk, signingKey: await importSigningKey({ kid, alg, privateJwk }) };
}
