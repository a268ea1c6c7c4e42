/** What a sign-in must reach for a page about the person's own account. Pure. */
import { isAtLeast } from "./demands.ts";
import { type Authentication, type Factor, type Level, levelsBy } from "./proofs.ts";

/**
 * - `R0`: a session.
 * - `R1`: a proof in the last 15 minutes.
 * - `R2`: a sign-in in the last 5 minutes, at the highest `acr` that the account can reach. So a sign-in with a weaker
 *   factor cannot change or remove a stronger one.
 */
export const ACCOUNT_LEVELS = ["R0", "R1", "R2"] as const;
export type AccountLevel = (typeof ACCOUNT_LEVELS)[number];

const MAX_AGES_SECONDS: Readonly<Record<AccountLevel, number | undefined>> = { R0: undefined, R1: 900, R2: 300 };

/** The maximum age of a sign-in for a level; `undefined` if any age is accepted. */
export const maxAgeOfLevel = (level: AccountLevel) => MAX_AGES_SECONDS[level];

/** The highest `acr` that these factors can reach; `undefined` if they reach none. */
export const highestAcr = (has: readonly Factor[], levels: readonly Level[]): string | undefined =>
  levelsBy(has, levels).at(-1)?.acr;

/**
 * Whether a sign-in is recent and strong enough for a level.
 *
 * @param acr that is needed; `undefined` if any is accepted
 */
export function reachesLevel(
  signIn: Pick<Authentication, "authenticatedAt" | "acr">,
  level: AccountLevel,
  { acr, now }: { readonly acr: string | undefined; readonly now: Date },
): boolean {
  const maxAgeSeconds = maxAgeOfLevel(level);
  const ageMilliseconds = now.getTime() - signIn.authenticatedAt.getTime();
  if (maxAgeSeconds !== undefined && ageMilliseconds > maxAgeSeconds * 1000) return false;
  return acr === undefined || isAtLeast(signIn.acr, acr);
}
