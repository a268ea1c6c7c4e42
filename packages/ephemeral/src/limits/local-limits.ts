/**
 * Limits for hot paths: who is within them is told from this process's memory. Replicas learn from each other now and
 * then.
 */
import type { RateLimit } from "./rate-limit.ts";
import type { RateLimiterFactory } from "./rate-limiter.ts";

/** Keys that one process remembers for one limit. */
const MOST_KEYS = 50_000;
/** A key's requests reach the shared store in so many parts of its limit. */
const PARTS = 60;

export interface FailureLimit {
  /** Whole seconds until who failed too often may try again; 0 when they may now. Asks no store. */
  waitSeconds(key: string): number;
  /**
   * Counts a failure where all replicas see it, and answers as `waitSeconds` does from then on. A replica that never
   * saw the key fail learns that it is over the limit at the first failure of its own.
   *
   * @throws an error that `isStoreUnavailable` knows; this process has counted it all the same
   */
  fail(key: string): Promise<number>;
}

export interface FloodLimit {
  /**
   * Counts a request and asks no store: whole seconds to wait, 0 when within the limit. Each sixtieth of the limit is
   * told to the other replicas in one go, unawaited, so together they let through a sixtieth each, at most, above the
   * limit.
   *
   * @param points what the request costs, 1 unless told
   */
  count(key: string, points?: number): number;
}

/** A limit on what fails; what succeeds costs nothing. */
export function failureLimit(rateLimiter: RateLimiterFactory, limit: RateLimit, now = Date.now): FailureLimit {
  const shared = rateLimiter(limit);
  const own = countsOf(limit, now);
  const blocked = blockedKeys(now);

  return {
    waitSeconds: blocked.waitSeconds,
    async fail(key) {
      // Counted here first: with the store away, this process holds the limit alone.
      own.add(key, 1);
      if (own.total(key) > limit.points) blocked.block(key, own.secondsLeft());
      const { allowed, retryAfterSeconds } = await shared.consume(key);
      if (!allowed) blocked.block(key, retryAfterSeconds);
      return blocked.waitSeconds(key);
    },
  };
}

/** A limit on floods; it is meant to be far above what anybody needs. */
export function floodLimit(rateLimiter: RateLimiterFactory, limit: RateLimit, now = Date.now): FloodLimit {
  const shared = rateLimiter(limit);
  const own = countsOf(limit, now);
  const blocked = blockedKeys(now);
  const part = Math.ceil(limit.points / PARTS);

  async function settle(key: string, points: number): Promise<void> {
    try {
      const { allowed, retryAfterSeconds } = await shared.consume(key, points);
      if (!allowed) blocked.block(key, retryAfterSeconds);
    } catch {
      // The store is away, which others say: until it is back, each process counts for itself.
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

/** What this process saw in the current window. */
function countsOf({ durationSeconds }: RateLimit, now: () => number) {
  let counts = new Map<string, Counted>();
  let endsAt = 0;

  return {
    /** Returns what was not settled yet. */
    add(key: string, points: number): number {
      const at = now();
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
    secondsLeft: () => Math.max(Math.ceil((endsAt - now()) / 1000), 1),
  };
}

/** Who is over a limit, and until when. The oldest is forgotten when there are too many. */
function blockedKeys(now: () => number) {
  const until = new Map<string, number>();

  return {
    block(key: string, seconds: number): void {
      until.delete(key);
      if (until.size >= MOST_KEYS) until.delete(until.keys().next().value ?? key);
      until.set(key, now() + seconds * 1000);
    },
    waitSeconds(key: string): number {
      if (until.size === 0) return 0; // the common case
      const end = until.get(key);
      if (end === undefined) return 0;
      if (end > now()) return Math.ceil((end - now()) / 1000);
      until.delete(key);
      return 0;
    },
  };
}
