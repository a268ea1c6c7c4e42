/** Rate limits: so many points per key in a window of so many seconds, counted where all replicas see it. */

import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { type Keyspace, keyspace } from "./keyspace.ts";
import { isStoreUnavailable, reach } from "./unavailable.ts";

export interface RateLimit {
  /** Of this limit, among all of the deployment: lower case, digits and hyphens. */
  readonly name: string;
  /** How much one key may consume within the window. */
  readonly points: number;
  /** The window, in whole seconds. It begins with the first point and is not prolonged by refused ones. */
  readonly durationSeconds: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** 0 when allowed, else whole seconds until the window ends, at least 1: the value for `Retry-After`. */
  readonly retryAfterSeconds: number;
  /** Whether this refusal is the first of its key in the window: what is written then is bounded, as the limit is. */
  readonly isFirstRefusal: boolean;
}

export interface RateLimiter {
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

export type RateLimiterFactory = (limit: RateLimit) => RateLimiter;

/** Counters in Redis, one script per attempt. */
export function redisRateLimiter(redis: object, names: Keyspace): RateLimiterFactory {
  return (limit) =>
    counting(limit, names, new RateLimiterRedis({ ...options(limit), storeClient: redis, useRedisPackage: true }));
}

/** Counters in the table `rate_limit`, one statement per attempt. `purgeExpired` clears the table. */
export function postgresRateLimiter(pool: Pool, names: Keyspace): RateLimiterFactory {
  return (limit) =>
    counting(
      limit,
      names,
      new RateLimiterPostgres({
        ...options(limit),
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limit",
        tableCreated: true, // by our migration: without this, it runs DDL at start
        clearExpiredByTimeout: false,
      }),
    );
}

/** Counters in this process's memory: for tests and for what runs alone. */
export function memoryRateLimiter(): RateLimiterFactory {
  return (limit) => counting(limit, keyspace("memory", 1), new RateLimiterMemory(options(limit)));
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

function options({ name, points, durationSeconds }: RateLimit) {
  if (!NAME.test(name)) throw new RangeError("a rate limit's name is lower case, digits and hyphens");
  if (!Number.isSafeInteger(points) || points < 1) throw new RangeError(`${name}: points must be a positive integer`);
  // A duration of 0 would mean a counter that never ends: locked out for good.
  if (!Number.isSafeInteger(durationSeconds) || durationSeconds < 1) {
    throw new RangeError(`${name}: durationSeconds must be a positive integer`);
  }
  return { points, duration: durationSeconds, keyPrefix: "" };
}

function counting({ name, points: most }: RateLimit, names: Keyspace, counter: RateLimiterAbstract): RateLimiter {
  const stored = (key: string) => names.name("limit", `${name}:${key}`);

  return {
    async consume(key, points = 1) {
      try {
        await reach(() => counter.consume(stored(key), points));
        return { allowed: true, retryAfterSeconds: 0, isFirstRefusal: false };
      } catch (error) {
        const { msBeforeNext, consumedPoints } = countOf(error);
        const retryAfterSeconds = Math.max(Math.ceil(msBeforeNext / 1000), 1);
        return { allowed: false, retryAfterSeconds, isFirstRefusal: consumedPoints - points <= most };
      }
    },

    async refund(key) {
      await reach(() => counter.reward(stored(key), 1));
    },
  };
}

/** The library rejects with its result when the limit is exceeded, and with an Error when it could not count. */
function countOf(error: unknown): { msBeforeNext: number; consumedPoints: number } {
  const cause = isStoreUnavailable(error) ? (error as Error).cause : error;
  if (cause instanceof Error) throw error;
  return cause as { msBeforeNext: number; consumedPoints: number };
}
