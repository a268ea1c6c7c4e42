/**
 * Seals data that a browser keeps for this server, so that the browser can neither read nor alter it: JWE, RFC 7516.
 */
import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";

/**
 * AES-CBC with HMAC instead of AES-GCM: a browser can have any number of values sealed under one key, and GCM with
 * random nonces allows only 2^32 of them (NIST SP 800-38D §8.3).
 */
const ENCRYPTION = "A256CBC-HS512";
const KEY_BYTES = 64;

export interface Seal {
  /** Seals a JSON object until `expiresAt`, with a resolution of one second. */
  close(content: Readonly<Record<string, unknown>>, expiresAt: Date): Promise<string>;
  /**
   * The sealed object. undefined if it has expired, was altered, or was sealed with another key or for another
   * purpose.
   */
  open(sealed: string): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** @param purpose a value sealed for one purpose cannot be opened for another, even with the same secret */
export function openSeal({ secret, purpose }: { secret: string; purpose: string }, now: () => Date): Seal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));

  return {
    close: (content, expiresAt) =>
      new EncryptJWT(content)
        .setProtectedHeader({ alg: "dir", enc: ENCRYPTION })
        .setExpirationTime(expiresAt)
        .encrypt(key),

    async open(sealed) {
      const options = {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: [ENCRYPTION],
        requiredClaims: ["exp"],
        currentDate: now(),
      };
      const opened = await jwtDecrypt(sealed, key, options).catch(() => undefined);
      return opened?.payload;
    },
  };
}
