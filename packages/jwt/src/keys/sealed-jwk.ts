/** Private keys at rest. */
import type { JWK } from "jose";
import { type KeyEncryptionKey, seal, unseal } from "./sealed.ts";

interface Sealing {
  /** Bound to the ciphertext: a sealed key that was moved to another row cannot be opened. */
  readonly kid: string;
  readonly keyEncryptionKey: KeyEncryptionKey;
}

/** Seals a private JWK: nonce (12 bytes, random) || ciphertext || tag (16 bytes). */
export function sealPrivateJwk(privateJwk: JWK, { kid, keyEncryptionKey }: Sealing): Uint8Array<ArrayBuffer> {
  return seal(JSON.stringify(privateJwk), kid, keyEncryptionKey);
}

/** Opens what `sealPrivateJwk` made. Throws the same error for a wrong key, a wrong kid and changed bytes. */
export function openPrivateJwk(sealed: Uint8Array, { kid, keyEncryptionKey }: Sealing): JWK {
  try {
    return JSON.parse(unseal(sealed, kid, keyEncryptionKey).toString()) as JWK;
  } catch (cause) {
    throw new Error(`signing key ${kid} cannot be decrypted with key-encryption key ${keyEncryptionKey.id}`, { cause });
  }
}
