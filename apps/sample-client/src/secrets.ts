import { createHash, randomBytes } from "node:crypto";

/** A new value for a cookie: 256 bits that nobody can guess. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What the server keeps of a cookie's value: whoever reads the memory cannot use it as a cookie. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
