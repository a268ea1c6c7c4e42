/** Random values that cannot be guessed, and their comparison. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** A text that has the form of `newSecret()`; otherwise `undefined`. */
export const secretIn = (text: string | null | undefined): string | undefined =>
  typeof text === "string" && /^[\w-]{43}$/.test(text) ? text : undefined;

/** The key under which something secret is kept in memory. */
export const hashOf = (secret: string): string => hash("sha256", secret, "base64url");

/** Whether two texts are equal, in constant time for texts of one length. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
