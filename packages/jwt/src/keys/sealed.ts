/** Secrets at rest: AES-256-GCM (NIST SP 800-38D) under a key-encryption key from the environment. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** A key-encryption key; `id` is stored beside the sealed data, so that the key can be replaced. */
export interface KeyEncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text: nonce (12 bytes, random) || ciphertext || tag (16 bytes).
 *
 * @param boundTo additional data: a text that was sealed for one purpose cannot be opened for another
 */
export function seal(text: string, boundTo: string, { key }: KeyEncryptionKey): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo));

  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/** Opens what `seal` made. Throws for a wrong key, another `boundTo` and changed bytes alike. */
export function unseal(sealed: Uint8Array, boundTo: string, { key }: KeyEncryptionKey): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));

  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
