/** Expiring secrets: which of them are valid, and when a client gets the next one (RFC 7591 §3.2.1, RFC 7592 §2.1). */

import { isSecret } from "../../token/secret/secrets.ts";
import type { Client } from "../client.ts";

const DAY_MS = 86_400_000;
/** The longest time before its expiry in which a secret is renewed. */
const RENEWED_DAYS_BEFORE = 30;

/**
 * Whether a secret is the client's current or previous one, and has not expired. Both are compared in constant time.
 */
export function isLiveSecret(
  secret: string,
  client: Pick<Client, "secretHash" | "secretExpiresAt" | "previousSecretHash" | "previousSecretExpiresAt">,
  now: Date,
): boolean {
  const { secretHash, secretExpiresAt, previousSecretHash, previousSecretExpiresAt } = client;
  if (secretHash !== undefined && isSecret(secret, secretHash)) return !hasEnded(secretExpiresAt, now);
  return (
    previousSecretHash !== undefined && isSecret(secret, previousSecretHash) && !hasEnded(previousSecretExpiresAt, now)
  );
}

/** Whether a secret has expired; one without an expiry never does. */
export function hasEnded(expiresAt: Date | null | undefined, now: Date): boolean {
  return expiresAt !== null && expiresAt !== undefined && expiresAt <= now;
}

/** When a secret that is made now expires; none if secrets do not expire. */
export function secretEnd(ttlDays: number, now: Date): Date | undefined {
  return ttlDays === 0 ? undefined : new Date(now.getTime() + ttlDays * DAY_MS);
}

/**
 * Whether a secret is renewed when its client reads its registration: in the last quarter of its time, or the last 30
 * days.
 */
export function isRenewalDue(expiresAt: Date | null | undefined, ttlDays: number, now: Date): boolean {
  if (expiresAt === null || expiresAt === undefined) return false;
  const days = ttlDays === 0 ? RENEWED_DAYS_BEFORE : Math.min(RENEWED_DAYS_BEFORE, ttlDays / 4);
  return expiresAt.getTime() - now.getTime() <= days * DAY_MS;
}
