/** Short-lived state: parked requests, seen `jti`, bounded sets, counters. Losing it costs a retry, never a check. */
import type { Count, RateVerdict } from "./limits/rate-limit.ts";

/** How many members a set may have, and how long a member stays (in seconds). */
export interface SetBounds {
  readonly limit: number;
  readonly ttlSeconds: number;
}

/** What `EphemeralStore.apply` can do. A step that fails keeps the steps after it from being done. */
export type Step =
  /**
   * Counts each of these, and fails when one of them is over its limit; all of them are counted nevertheless. It counts
   * first and answers after: of racing callers no more are let through than the limit allows.
   */
  | { readonly do: "count"; readonly counts: readonly Count[] }
  /** Takes back what was counted for an attempt that turned out to be right. A counter never goes below zero. */
  | { readonly do: "refund"; readonly counts: readonly Count[] }
  /** Stores `value` for `ttlSeconds`. The last of racing callers stays. */
  | { readonly do: "put"; readonly key: string; readonly value: string; readonly ttlSeconds: number }
  /** Removes the value and returns it. Fails when there is none: of racing callers exactly one gets it. */
  | { readonly do: "take"; readonly key: string }
  /** Replaces `expected` by `next`, keeps the expiry. Fails, and changes nothing, when the value is another or gone. */
  | { readonly do: "replace"; readonly key: string; readonly expected: string; readonly next: string }
  /** Removes the value, if any. */
  | { readonly do: "remove"; readonly key: string }
  /**
   * Adds `member` to a set of at most `bounds.limit` members; one that is already in starts its time anew. A full set
   * drops the members that would expire first, which are the oldest as long as all came with the same lifetime.
   *
   * Racing callers are counted one after another: no set ever holds more than its limit. A set for 10 000 members or
   * more may drop a little early, by up to a tenth, and a member that is not quite the oldest: PostgreSQL counts it in
   * parts.
   */
  | { readonly do: "collect"; readonly set: string; readonly member: string; readonly bounds: SetBounds }
  /** Takes `member` out of the set, if it is in. */
  | { readonly do: "discard"; readonly set: string; readonly member: string };

/** What came of the steps. */
export interface Outcome {
  /** Whether every step was done. When not, those before the one that failed were. */
  readonly done: boolean;
  /** What the limits said: the first refusal in the order of the counts, or that all was allowed. */
  readonly verdict: RateVerdict;
  /** The value that the last `take` removed. */
  readonly taken: string | undefined;
  /** The members that sets dropped to make room. */
  readonly dropped: readonly string[];
}

/**
 * Keys, sets and counters that expire.
 *
 * A key is a noun, a colon and anything: `parked:Zm9v`. Only the noun is stored in clear, the key itself as its
 * SHA-256, so a reader of the store learns no handle, however long or odd the key is. Values and set members are
 * stored as given: hash what is secret before it becomes one.
 *
 * An expired entry is never returned, purged or not. Every call throws an error that `isStoreUnavailable` knows when
 * the store cannot be reached: answer 503, because a check that could not be made has not passed. Such a call may still
 * have taken effect. A `RangeError` tells of arguments that no store could keep (a lifetime of zero, a value with
 * U+0000).
 */
export interface EphemeralStore {
  /** The value, or undefined when there is none or it expired. */
  get(key: string): Promise<string | undefined>;

  /**
   * Does the steps in their order, and stops at the first that fails.
   *
   * It is one call to the store, and atomic: whoever asks next sees all of it or nothing. Only a Redis Cluster, which
   * keeps its keys on several servers, is asked for each step by itself: there each step is atomic. No two steps may
   * name the same key, or the same member of the same set.
   */
  apply(steps: readonly Step[]): Promise<Outcome>;

  /**
   * Stores `value` unless the key has one, and says whether it did. Of racing callers exactly one gets true.
   *
   * For a `jti` (RFC 7523 §3, RFC 9449 §11.1) ask this first and `bornAt` after it, see there.
   */
  putIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;

  /**
   * Since when the store remembers: it was empty before. What was seen earlier may be forgotten, so a proof issued
   * before this time (plus the clock skew that the caller tolerates) has to be refused.
   *
   * Never cache it: the store can be emptied at any time. And ask it after `putIfAbsent`: a store that was emptied in
   * between then answers with a later birth and the proof is refused; the other way round a replay could slip through.
   *
   * @param key asks for the part of the store that holds this key (a Redis Cluster can lose one part alone); without
   *   it, the latest birth of all parts
   */
  bornAt(key?: string): Promise<Date>;

  /** Resolves when the store can be reached and written to. */
  ping(): Promise<void>;

  /** Removes what expired, for stores that do not do so themselves; returns how many rows that were. */
  purgeExpired(): Promise<number>;

  /** Ends the store's own connections. A pool that was passed in stays open. */
  close(): Promise<void>;
}
