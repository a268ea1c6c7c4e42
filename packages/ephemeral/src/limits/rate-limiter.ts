/** Counts attempts against rate limits, in the store that the deployment uses. */

import type { EphemeralStore } from "../store.ts";
import { assertRateLimit, type Count, type RateLimit, type RateVerdict } from "./rate-limit.ts";

export interface RateLimiter {
  /** The limit itself, so that `consumeInSteps` can count it together with others. */
  readonly limit: RateLimit;

  /**
   * Counts first and answers afterwards: of concurrent callers no more than `points` are allowed. Refused attempts
   * count too. For a password, call `consume` before checking it and `refund` if it was right. Then guesses that are
   * sent at the same time do not get past the limit.
   *
   * @param key identifies the caller, in any form: only its SHA-256 is stored
   * @param points how much this attempt costs, by default 1; a higher value is a penalty
   * @throws an error that `isStoreUnavailable` recognizes, when nothing could be counted
   */
  consume(key: string, points?: number): Promise<RateVerdict>;

  /** Gives one point back, for an attempt that succeeded. */
  refund(key: string): Promise<void>;
}

/** Throws RangeError for an invalid limit. */
export type RateLimiterFactory = (limit: RateLimit) => RateLimiter;

/** Rate limits that are counted in a store. */
export function rateLimiterOn(store: Pick<EphemeralStore, "apply">): RateLimiterFactory {
  return (limit) => {
    assertRateLimit(limit);
    return {
      limit,
      consume: (key, points = 1) => consumeInSteps(store, [[{ limit, key, points }]]),
      refund: (key) => refundAll(store, [{ limit, key }]),
    };
  };
}

/**
 * Counts one attempt against several limits in one call to the store. If one step refuses the attempt, the next steps
 * do not count it. A caller that is stopped by its own limit therefore cannot use up a limit that it shares with
 * others.
 *
 * @returns the first refusal in the order given, or that all limits allow it
 * @throws an error that `isStoreUnavailable` recognizes, when nothing could be counted
 */
export async function consumeInSteps(
  store: Pick<EphemeralStore, "apply">,
  steps: readonly (readonly Count[])[],
): Promise<RateVerdict> {
  const { verdict } = await store.apply(steps.map((counts) => ({ do: "count", counts })));
  return verdict;
}

/** Gives back what was counted for an attempt that succeeded, in one call to the store. */
export async function refundAll(store: Pick<EphemeralStore, "apply">, counts: readonly Count[]): Promise<void> {
  await store.apply([{ do: "refund", counts }]);
}
