/** How recently a person must have signed in for a page about their own account. Pure. */
import type { Authentication } from "./proofs.ts";

/**
 * - `R0`: a session.
 * - `R1`: a proof in the last 15 minutes.
 * - `R2`: a sign-in in the last 5 minutes.
 */
export const ACCOUNT_LEVELS = ["R0", "R1", "R2"] as const;
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number];

const MAX_AGES_SECONDS: Readonly<Record<AccountLevel, number | undefined>> = { R0: undefined, R1: 900, R2: 300 };

/** The maximum age of a sign-in for a level; `undefined` if any age is accepted. */
export const maxAgeOfLevel = (level: AccountLevel) => MAX_AGES_SECONDS[level];

/** Whether this sign-in is recent enough for a level. */
export function reachesLevel(signIn: Pick<Authentication, "authenticatedAt">, level: AccountLevel, now: Date): boolean {
  const maxAgeSeconds = maxAgeOfLevel(level);
  return maxAgeSeconds === undefined || now.getTime() - signIn.authenticatedAt.getTime() <= maxAgeSeconds * 1000;
}
