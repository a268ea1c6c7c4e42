/** Counting attempts against rate limits, in whatever store the deployment has. */

import type { EphemeralStore } from "../store.ts";
import { assertRateLimit, type Count, type RateLimit, type RateVerdict } from "./rate-limit.ts";

export interface RateLimiter {
  /** The limit itself, to be counted together with others by `consumeInSteps`. */
  readonly limit: RateLimit;

  /**
   * Counts first and answers after: of racing callers no more than `points` are allowed. Refused attempts count too.
   * For a password, consume before checking it and `refund` when it was right: guesses sent at once do not slip past.
   *
   * @param key who is limited, in any form: only its SHA-256 is stored
   * @param points how much this attempt costs, 1 unless told; more is a penalty
   * @throws an error that `isStoreUnavailable` knows, when nothing could be counted
   */
  consume(key: string, points?: number): Promise<RateVerdict>;

  /** Gives one point back, for an attempt that turned out to be right. */
  refund(key: string): Promise<void>;
}

/** Throws RangeError for a limit that makes no sense. */
export type RateLimiterFactory = (limit: RateLimit) => RateLimiter;

/** Limits that are counted in a store. */
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
 * Counts one attempt against several limits in one call to the store. What one step refuses, the next does not count:
 * so who is stopped by a limit of their own cannot use up one that is shared with others.
 *
 * @returns the first refusal in the order given, or that all limits allow it
 * @throws an error that `isStoreUnavailable` knows, when nothing could be counted
 */
export async function consumeInSteps(
  store: Pick<EphemeralStore, "apply">,
  steps: readonly (readonly Count[])[],
): Promise<RateVerdict> {
  const { verdict } = await store.apply(steps.map((counts) => ({ do: "count", counts })));
  return verdict;
}

/** Gives back what was counted for an attempt that turned out to be right, in one call to the store. */
export async function refundAll(store: Pick<EphemeralStore, "apply">, counts: readonly Count[]): Promise<void> {
  await store.apply([{ do: "refund", counts }]);
}
