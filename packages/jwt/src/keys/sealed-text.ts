/** Texts at rest that belong to one row of the database (architecture §5). */
import { type KeyEncryptionKey, seal, unseal } from "./sealed.ts";

/** What a sealed text belongs to: the kind of row, then what identifies the row. */
export type SealedFor = readonly [kind: string, ...identity: string[]];

// Signing keys are bound to thumbprints, which are never JSON: neither kind can be opened as the other.
const boundTo = (owner: SealedFor) => JSON.stringify(owner);

/** Seals a text for one row: nonce (12 bytes, random) || ciphertext || tag (16 bytes). */
export function sealText(text: string, owner: SealedFor, keyEncryptionKey: KeyEncryptionKey): Uint8Array<ArrayBuffer> {
  return seal(text, boundTo(owner), keyEncryptionKey);
}

/** Opens what `sealText` made. Throws the same error for a wrong key, another row and changed bytes. */
export function openText(sealed: Uint8Array, owner: SealedFor, keyEncryptionKey: KeyEncryptionKey): string {
  try {
    return unseal(sealed, boundTo(owner), keyEncryptionKey).toString("utf8");
  } catch (cause) {
    throw new Error(`the ${owner.join(" ")} cannot be decrypted with key-encryption key ${keyEncryptionKey.id}`, {
      cause,
    });
  }
}
