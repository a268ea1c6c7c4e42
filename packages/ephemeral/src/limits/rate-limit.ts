/** Rate limits: so many points per key in a window of so many seconds, counted where all replicas see it. */
import type { Keyspace } from "../keyspace.ts";

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

/** Somebody who is counted, against one limit. */
export interface Count {
  readonly limit: RateLimit;
  /** Who is limited, in any form: only its SHA-256 is stored. */
  readonly key: string;
  /** How much this attempt costs, 1 unless told; more is a penalty. */
  readonly points?: number;
}

export const ALLOWED: RateVerdict = { allowed: true, retryAfterSeconds: 0, isFirstRefusal: false };

/** A counter as a store holds it after it counted. */
export interface Counted {
  readonly total: number;
  /** Milliseconds until the window ends. */
  readonly leftMs: number;
}

/** What a limit says to a counter. */
export function verdictOn({ limit, points = 1 }: Count, { total, leftMs }: Counted): RateVerdict {
  if (total <= limit.points) return ALLOWED;
  return refusal(leftMs, total - points <= limit.points);
}

/** What is said to who is over a limit. */
export const refusal = (leftMs: number, isFirstRefusal: boolean): RateVerdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(Math.ceil(leftMs / 1000), 1),
  isFirstRefusal,
});

/** The stored name of a counter. */
export const counterName = (names: Keyspace, { limit, key }: Count): string =>
  names.name("limit", `${limit.name}:${key}`);

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Throws RangeError for a limit that makes no sense. */
export function assertRateLimit({ name, points, durationSeconds }: RateLimit): void {
  if (!NAME.test(name)) throw new RangeError("a rate limit's name is lower case, digits and hyphens");
  if (!Number.isSafeInteger(points) || points < 1) throw new RangeError(`${name}: points must be a positive integer`);
  // A duration of 0 would mean a counter that never ends: locked out for good.
  if (!Number.isSafeInteger(durationSeconds) || durationSeconds < 1) {
    throw new RangeError(`${name}: durationSeconds must be a positive integer`);
  }
}
