/**
 * A secret that only the holder of another secret can read: how a spent refresh token keeps its successor
 * (architecture, refresh rotation).
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { randomPart } from "./random.ts";
import type { Secret } from "./secrets.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * RFC 5869 §2.3: the input from which one block is expanded. The label separates this use of a token from all others.
 */
const INFO = "countersign refresh successor\x01";

// RFC 5869 §3.3: 256 random bits are already a key, so the extract step is not needed. Key objects are used, because
// the platform takes three times as long to check plain bytes.
function keyFrom(holder: string): KeyObject {
  return createSecretKey(createHmac("sha256", createSecretKey(holder, "utf8")).update(INFO).digest());
}

/** Seals `secret` under a key derived from `holder`: nonce (12 bytes) || ciphertext || tag (16 bytes). */
export function sealSecret(secret: Secret, holder: string): Buffer {
  const nonce = randomPart(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(holder), nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `sealSecret` made for this holder. Throws for any other holder, and for changed bytes. */
export function openSecret(sealed: Uint8Array, holder: string): Secret {
  const decipher = createDecipheriv(CIPHER, keyFrom(holder), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = [decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
  return Buffer.concat(opened).toString("utf8") as Secret;
}
