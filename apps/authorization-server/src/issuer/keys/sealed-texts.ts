/** Seals texts for rows of the database, and opens them with whichever key-encryption key sealed them. */
import { type KeyEncryptionKey, openText, type SealedFor, sealText } from "@countersign/jwt";

/** A sealed text, as a row holds it. */
export interface SealedText {
  readonly sealed: Uint8Array;
  readonly keyEncryptionKeyId: string;
}

export interface SealedTexts {
  seal(text: string, owner: SealedFor): SealedText;
  /** Throws when the key-encryption key is not configured, and when the text was sealed for another row. */
  open(text: SealedText, owner: SealedFor): string;
}

/** @param keyEncryptionKeys the first seals, all open */
export function sealedTexts(keyEncryptionKeys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]]): SealedTexts {
  const [first] = keyEncryptionKeys;
  return {
    seal: (text, owner) => ({ sealed: sealText(text, owner, first), keyEncryptionKeyId: first.id }),

    open({ sealed, keyEncryptionKeyId }, owner) {
      const key = keyEncryptionKeys.find(({ id }) => id === keyEncryptionKeyId);
      if (key === undefined) throw missingKey(owner.join(" "), keyEncryptionKeyId);
      return openText(sealed, owner, key);
    },
  };
}

/** The error for something that is sealed with a key-encryption key that is not configured. */
export const missingKey = (what: string, keyId: string): Error =>
  new Error(`${what} is sealed with key-encryption key "${keyId}", which KEY_ENCRYPTION_KEYS does not have`);
