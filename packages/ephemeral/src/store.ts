/** Short-lived state: parked requests, seen `jti`, bounded sets, counters. Losing it costs a retry, never a check. */
import type { Count, RateVerdict } from "./limits/rate-limit.ts";

/** How many members a set may have, and how long a member stays (in seconds). */
export interface SetBounds {
  readonly limit: number;
  readonly ttlSeconds: number;
}

/** What `EphemeralStore.apply` can do. If a step fails, the steps after it are not done. */
export type Step =
  /**
   * Counts each of these, and fails when one of them is over its limit; all of them are counted nevertheless. It counts
   * first and answers afterwards: of concurrent callers no more are let through than the limit allows.
   */
  | { readonly do: "count"; readonly counts: readonly Count[] }
  /** Takes back what was counted for an attempt that succeeded. A counter never goes below zero. */
  | { readonly do: "refund"; readonly counts: readonly Count[] }
  /** Stores `value` for `ttlSeconds`. Of concurrent callers the last one wins. */
  | { readonly do: "put"; readonly key: string; readonly value: string; readonly ttlSeconds: number }
  /** Removes the value and returns it. Fails when there is none: exactly one of concurrent callers gets it. */
  | { readonly do: "take"; readonly key: string }
  /**
   * Replaces `expected` by `next`. Fails, and changes nothing, if the value is different or gone. The value keeps its
   * expiry, or expires after `ttlSeconds`.
   */
  | {
      readonly do: "replace";
      readonly key: string;
      readonly expected: string;
      readonly next: string;
      readonly ttlSeconds?: number;
    }
  /** Removes the value, if any. */
  | { readonly do: "remove"; readonly key: string }
  /**
   * Adds `member` to a set of at most `bounds.limit` members. If it is already in the set, its lifetime starts again. A
   * full set drops the members that would expire first. If all members have the same lifetime, these are the oldest.
   *
   * Concurrent callers are counted one after another: no set ever holds more than its limit. A set for 10 000 members
   * or more may drop a member early, by up to a tenth of the limit, and the dropped member may not be the very oldest:
   * PostgreSQL counts such a set in parts.
   */
  | { readonly do: "collect"; readonly set: string; readonly member: string; readonly bounds: SetBounds }
  /** Removes `member` from the set, if it is there. */
  | { readonly do: "discard"; readonly set: string; readonly member: string };

/** The result of the steps. */
export interface Outcome {
  /** Whether every step was done. If false, the steps before the failed one were done. */
  readonly done: boolean;
  /** The verdict of the limits: the first refusal in the order of the counts, or that all was allowed. */
  readonly verdict: RateVerdict;
  /** The value that the last `take` removed. */
  readonly taken: string | undefined;
  /** The members that sets dropped to make room. */
  readonly dropped: readonly string[];
}

/**
 * Keys, sets and counters that expire.
 *
 * A key is a noun, a colon and any text: `parked:Zm9v`. Only the noun is stored in clear; the key itself is stored as
 * its SHA-256. A reader of the store therefore learns no handle, and a key may have any length and characters. Values
 * and set members are stored as given: hash a secret before you store it.
 *
 * An expired entry is never returned, purged or not. If the store cannot be reached, every call throws an error that
 * `isStoreUnavailable` recognizes. Answer it with 503, because a check that could not be made has not passed. Such a
 * call may still have taken effect. A `RangeError` means arguments that no store could keep (a lifetime of zero, a
 * value with U+0000, two steps for one key).
 */
export interface EphemeralStore {
  /** Returns the value, or undefined when there is none or it expired. */
  get(key: string): Promise<string | undefined>;

  /**
   * Does the steps in their order, and stops at the first that fails.
   *
   * It is one call to the store, and atomic: later calls see all of it or nothing. The exception is a Redis Cluster,
   * which keeps its keys on several servers: it gets each step separately, and only each step is atomic. No two steps
   * may name the same key, or the same member of the same set.
   */
  apply(steps: readonly Step[]): Promise<Outcome>;

  /**
   * Remembers a key, in one call to the store. Returns the time since which the store remembers, or `undefined` if it
   * remembers the key already. Exactly one of concurrent callers gets a time.
   *
   * Before that time the store was empty. What was seen earlier may be forgotten, so the caller must refuse a `jti`
   * (RFC 7523 §3, RFC 9449 §11.1) that could have been used before it. The store can be emptied at any time: never
   * cache the time.
   *
   * @param neededSince if the store remembers only since later than this, it returns that time and does not remember
   *   the key: the caller can ask again when it has something newer
   */
  remember(key: string, ttlSeconds: number, neededSince?: Date): Promise<Date | undefined>;

  /** Resolves when the store can be reached and written to. */
  ping(): Promise<void>;

  /** Removes expired rows, for stores that do not do so themselves; returns the number of rows. */
  purgeExpired(): Promise<number>;

  /** Ends the store's own connections. A pool that the caller passed in stays open. */
  close(): Promise<void>;
}
