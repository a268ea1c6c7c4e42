/** Private keys at rest: AES-256-GCM (NIST SP 800-38D) under a key-encryption key from the environment. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { JWK } from "jose";

/** A key-encryption key; `id` is stored beside what it seals, so that it can be replaced. */
export interface KeyEncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Sealing {
  /** Bound to the ciphertext as additional data: a sealed key moved to another row does not open. */
  readonly kid: string;
  readonly keyEncryptionKey: KeyEncryptionKey;
}

/** Seals a private JWK: nonce (12 bytes, random) || ciphertext || tag (16 bytes). */
export function sealPrivateJwk(privateJwk: JWK, { kid, keyEncryptionKey }: Sealing): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyEncryptionKey.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(kid));

  const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify(privateJwk)), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/** Opens what `sealPrivateJwk` made. Throws one error for a wrong key, a wrong kid and changed bytes alike. */
export function openPrivateJwk(sealed: Uint8Array, { kid, keyEncryptionKey }: Sealing): JWK {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, keyEncryptionKey.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(kid));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));

    const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(opened.toString()) as JWK;
  } catch (cause) {
    throw new Error(`signing key ${kid} does not open with key-encryption key ${keyEncryptionKey.id}`, { cause });
  }
}
