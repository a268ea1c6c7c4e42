/** Seals what a browser keeps for this server, so that it can neither read nor alter it: JWE, RFC 7516. */
import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";

/**
 * AES-CBC with HMAC rather than AES-GCM: anybody can have any number of values sealed under one key, and GCM with
 * random nonces is for 2^32 of them (NIST SP 800-38D §8.3).
 */
const ENCRYPTION = "A256CBC-HS512";
const KEY_BYTES = 64;

export interface Seal {
  /** Seals an object of JSON until `expiresAt`, to the second. */
  close(content: Readonly<Record<string, unknown>>, expiresAt: Date): Promise<string>;
  /**
   * What was sealed; undefined for what has expired, was altered, or was sealed with another key or for another
   * purpose.
   */
  open(sealed: string): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** @param purpose values sealed for one purpose do not open for another, although the secret is the same */
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
