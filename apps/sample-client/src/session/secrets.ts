import { createHash, randomBytes } from "node:crypto";

/** A new value for a cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The server keeps this hash instead of a cookie's value, so that its memory holds no usable cookie. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
