/** Secrets that we issue, and the hashes that we keep of them (RFC 6819 §5.1.4.1.3). */
import { hash, timingSafeEqual } from "node:crypto";
import { randomText } from "./random.ts";

declare const secret: unique symbol;
declare const digest: unique symbol;

/** A secret in the clear. It is given once to its owner, and never to a store. */
export type Secret = string & { readonly [secret]: true };

/** The SHA-256 digest of a secret: 32 bytes. A store may hold nothing else of it. */
export type SecretHash = Buffer & { readonly [digest]: true };

/** A new secret of 256 random bits in base64url: 43 characters. */
export function newSecret(): Secret {
  return randomText(32) as Secret;
}

/** The hash that a store keeps, and looks up by. A fast digest is enough for 256 random bits (OWASP ASVS 11.4). */
export function hashSecret(value: string): SecretHash {
  return hash("sha256", value, "buffer") as SecretHash;
}

/** Whether `value` is the secret behind `expected`; takes the same time for every wrong value of any length. */
export function isSecret(value: string, expected: Uint8Array): boolean {
  const actual = hashSecret(value);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
