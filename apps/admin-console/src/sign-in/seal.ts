/** Seals what a browser keeps for this process, so that it can neither read nor alter it. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readJson } from "@countersign/guard/json";

const [SALT_BYTES, TAG_BYTES] = [32, 16];
const LONGEST_COOKIE = 4096;
const ALGORITHM = "aes-256-gcm";

export interface Seal {
  close(content: unknown): string;
  /** The sealed content; `undefined` if it was altered, or sealed by another process. */
  open(sealed: string): unknown;
}

/** The key ends with the process, as the sessions do. */
export function openSeal(): Seal {
  const secret = randomBytes(32);
  // A browser can have any number of values sealed. Each has a key of its own, so no nonce is used twice with a key.
  const keyAndNonce = (salt: Buffer) => {
    const made = Buffer.from(hkdfSync("sha256", secret, salt, "sign-in", 44));
    return [made.subarray(0, 32), made.subarray(32)] as const;
  };

  return {
    close(content) {
      const salt = randomBytes(SALT_BYTES);
      const cipher = createCipheriv(ALGORITHM, ...keyAndNonce(salt), { authTagLength: TAG_BYTES });
      const text = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([salt, cipher.getAuthTag(), text]).toString("base64url");
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const [salt, rest] = [bytes.subarray(0, SALT_BYTES), bytes.subarray(SALT_BYTES)];
      try {
        const decipher = createDecipheriv(ALGORITHM, ...keyAndNonce(salt), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(rest.subarray(0, TAG_BYTES));
        const text = Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]);
        return readJson(text, { longest: LONGEST_COOKIE });
      } catch {
        return undefined;
      }
    },
  };
}
