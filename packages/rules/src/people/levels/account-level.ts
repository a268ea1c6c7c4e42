/** What a sign-in must reach for a page about the person's own account. Pure. */
import { isAtLeast } from "./demands.ts";
import { type Authentication, type Factor, type Level, levelsBy, missingFrom, type Proof } from "./proofs.ts";

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
 * Whether a sign-in is recent and strong enough for a level. `stale` says that only some of its proofs are recent: the
 * others were given hours ago, and the newest one made the sign-in stronger. Then all of them have to be given again.
 *
 * @param acr that is needed; `undefined` if any is accepted
 */
export function assessLevel(
  signIn: Pick<Authentication, "authenticatedAt" | "acr"> & { readonly proofs?: readonly Proof[] | undefined },
  level: AccountLevel,
  { acr, levels, now }: { readonly acr: string | undefined; readonly levels: readonly Level[]; readonly now: Date },
): "reached" | "missed" | "stale" {
  const oldest = now.getTime() - (maxAgeOfLevel(level) ?? Number.POSITIVE_INFINITY) * 1000;
  if (signIn.authenticatedAt.getTime() < oldest || !isAtLeast(signIn.acr, acr ?? signIn.acr)) return "missed";
  const recent = (signIn.proofs ?? []).filter(({ at }) => at.getTime() >= oldest);
  const enough = levels.filter((one) => isAtLeast(one.acr, acr ?? one.acr));
  return acr === undefined || enough.some((one) => missingFrom(recent, one).length === 0) ? "reached" : "stale";
}

/** Whether a sign-in is recent and strong enough for a level. */
export const reachesLevel = (...[signIn, level, needed]: Parameters<typeof assessLevel>): boolean =>
  assessLevel(signIn, level, needed) === "reached";
