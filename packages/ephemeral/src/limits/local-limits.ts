/**
 * Limits for hot paths: this process decides from its own memory who is within the limit. Replicas exchange their
 * counts from time to time.
 */
import type { RateLimit } from "./rate-limit.ts";
import type { RateLimiterFactory } from "./rate-limiter.ts";

/** The number of keys that one process remembers for one limit. */
const MOST_KEYS = 50_000;
/** A key's requests are reported to the shared store in this many parts of its limit. */
const PARTS = 60;

export interface FailureLimit {
  /**
   * Returns the whole seconds until a key that failed too often may try again; 0 if it may try now. Does not ask the
   * store.
   */
  waitSeconds(key: string): number;
  /**
   * Counts a failure in the shared store, where all replicas see it. Returns what `waitSeconds` returns from then on. A
   * replica that never saw the key fail learns at its own first failure that the key is over the limit.
   *
   * @throws an error that `isStoreUnavailable` recognizes; this process has counted the failure all the same
   */
  fail(key: string): Promise<number>;
}

export interface FloodLimit {
  /**
   * Counts a request without asking the store. Returns the whole seconds to wait, 0 when within the limit. Each
   * sixtieth of the limit is reported to the shared store in one call that is not awaited. Each replica can therefore
   * let through at most one sixtieth above the limit.
   *
   * @param points what the request costs, by default 1
   */
  count(key: string, points?: number): number;
}

/** Milliseconds on a monotonic clock: a limit must not last longer because the time was set back. */
const monotonic = () => performance.now();

/** A limit on failures; a success costs nothing. */
export function failureLimit(rateLimiter: RateLimiterFactory, limit: RateLimit, elapsed = monotonic): FailureLimit {
  const shared = rateLimiter(limit);
  const own = countsOf(limit, elapsed);
  const blocked = blockedKeys(elapsed);

  return {
    waitSeconds: blocked.waitSeconds,
    async fail(key) {
      // This process counts first: if the store is unavailable, it enforces the limit by itself.
      own.add(key, 1);
      if (own.total(key) > limit.points) blocked.block(key, own.secondsLeft());
      const { allowed, retryAfterSeconds } = await shared.consume(key);
      if (!allowed) blocked.block(key, retryAfterSeconds);
      return blocked.waitSeconds(key);
    },
  };
}

/** A limit on floods. It should be far above what any legitimate caller needs. */
export function floodLimit(rateLimiter: RateLimiterFactory, limit: RateLimit, elapsed = monotonic): FloodLimit {
  const shared = rateLimiter(limit);
  const own = countsOf(limit, elapsed);
  const blocked = blockedKeys(elapsed);
  const part = Math.ceil(limit.points / PARTS);

  async function settle(key: string, points: number): Promise<void> {
    try {
      const { allowed, retryAfterSeconds } = await shared.consume(key, points);
      if (!allowed) blocked.block(key, retryAfterSeconds);
    } catch {
      // The store is unavailable, which is logged elsewhere. Until it is back, each process counts for itself.
    }
  }

  return {
    count(key, points = 1) {
      const wait = blocked.waitSeconds(key);
      if (wait > 0) return wait;

      const unsettled = own.add(key, points);
      if (own.total(key) > limit.points) blocked.block(key, own.secondsLeft());
      if (unsettled >= part) void settle(key, own.settle(key));
      return blocked.waitSeconds(key);
    },
  };
}

interface Counted {
  total: number;
  unsettled: number;
}

/** What this process counted in the current window. */
function countsOf({ durationSeconds }: RateLimit, elapsed: () => number) {
  let counts = new Map<string, Counted>();
  let endsAt = 0;

  return {
    /** Returns the points that the shared store does not know yet. */
    add(key: string, points: number): number {
      const at = elapsed();
      if (at >= endsAt || counts.size >= MOST_KEYS) {
        counts = new Map();
        endsAt = at + durationSeconds * 1000;
      }
      const counted = counts.get(key) ?? { total: 0, unsettled: 0 };
      counts.set(key, counted);
      counted.total += points;
      counted.unsettled += points;
      return counted.unsettled;
    },
    total: (key: string) => counts.get(key)?.total ?? 0,
    settle(key: string): number {
      const counted = counts.get(key);
      const unsettled = counted?.unsettled ?? 0;
      if (counted !== undefined) counted.unsettled = 0;
      return unsettled;
    },
    secondsLeft: () => Math.max(Math.ceil((endsAt - elapsed()) / 1000), 1),
  };
}

/** The keys that are over a limit, and until when. When there are too many, the oldest is forgotten. */
function blockedKeys(elapsed: () => number) {
  const until = new Map<string, number>();

  return {
    block(key: string, seconds: number): void {
      until.delete(key);
      if (until.size >= MOST_KEYS) until.delete(until.keys().next().value ?? key);
      until.set(key, elapsed() + seconds * 1000);
    },
    waitSeconds(key: string): number {
      if (until.size === 0) return 0; // the common case
      const end = until.get(key);
      if (end === undefined) return 0;
      if (end > elapsed()) return Math.ceil((end - elapsed()) / 1000);
      until.delete(key);
      return 0;
    },
  };
}
