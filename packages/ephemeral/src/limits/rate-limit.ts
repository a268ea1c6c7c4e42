/** Rate limits: a number of points per key in a window of seconds, counted where all replicas see it. */
import type { Keyspace } from "../keyspace.ts";

export interface RateLimit {
  /** The name of this limit, unique in the deployment: lower case, digits and hyphens. */
  readonly name: string;
  /** How much one key may consume within the window. */
  readonly points: number;
  /** The window, in whole seconds. It begins with the first point; refused points do not prolong it. */
  readonly durationSeconds: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** 0 when allowed, else whole seconds until the window ends, at least 1: the value for `Retry-After`. */
  readonly retryAfterSeconds: number;
  /**
   * Whether this refusal is the first of its key in the window. A caller that logs only the first one writes a bounded
   * log.
   */
  readonly isFirstRefusal: boolean;
}

/** One caller, counted against one limit. */
export interface Count {
  readonly limit: RateLimit;
  /** Identifies the caller, in any form: only its SHA-256 is stored. */
  readonly key: string;
  /** How much this attempt costs, by default 1; a higher value is a penalty. */
  readonly points?: number;
}

export const ALLOWED: RateVerdict = { allowed: true, retryAfterSeconds: 0, isFirstRefusal: false };

/** The state of a counter after an attempt was counted. */
export interface Counted {
  readonly total: number;
  /** Milliseconds until the window ends. */
  readonly leftMs: number;
}

/** The verdict of a limit on the state of a counter. */
export function verdictOn({ limit, points = 1 }: Count, { total, leftMs }: Counted): RateVerdict {
  if (total <= limit.points) return ALLOWED;
  return refusal(leftMs, total - points <= limit.points);
}

/** The verdict for a caller that is over a limit. */
export const refusal = (leftMs: number, isFirstRefusal: boolean): RateVerdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(Math.ceil(leftMs / 1000), 1),
  isFirstRefusal,
});

/** The stored name of a counter. */
export const counterName = (names: Keyspace, { limit, key }: Count): string =>
  names.name("limit", `${limit.name}:${key}`);

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Throws RangeError for an invalid limit. */
export function assertRateLimit({ name, points, durationSeconds }: RateLimit): void {
  if (!NAME.test(name)) throw new RangeError("a rate limit's name is lower case, digits and hyphens");
  if (!Number.isSafeInteger(points) || points < 1) throw new RangeError(`${name}: points must be a positive integer`);
  // A duration of 0 would mean a counter that never expires: the caller would be locked out forever.
  if (!Number.isSafeInteger(durationSeconds) || durationSeconds < 1) {
    throw new RangeError(`${name}: durationSeconds must be a positive integer`);
  }
}
