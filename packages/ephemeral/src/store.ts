/** Short-lived state: parked requests, device codes, seen `jti`, bounded sets. Losing it costs a retry, never a check. */

/** How many members a set may have, and how long a member stays (in seconds). */
export interface SetBounds {
  readonly limit: number;
  readonly ttlSeconds: number;
}

/**
 * Keys and sets that expire.
 *
 * A key is a noun, a colon and anything: `parked:Zm9v`. Only the noun is stored in clear, the key itself as its
 * SHA-256, so a reader of the store learns no handle, however long or odd the key is. Values and set members are
 * stored as given: hash what is secret before it becomes one.
 *
 * An expired entry is never returned, purged or not. Every call is one atomic step: whoever asks next sees all of it or
 * nothing. Every call throws an error that `isStoreUnavailable` knows when the store cannot be reached: answer 503,
 * because a check that could not be made has not passed. Such a call may still have taken effect. A `RangeError` tells
 * of arguments that no store could keep (a lifetime of zero, a value with U+0000).
 */
export interface EphemeralStore {
  /** Stores `value` for `ttlSeconds`. The last of racing callers stays. */
  put(key: string, value: string, ttlSeconds: number): Promise<void>;

  /** The value, or undefined when there is none or it expired. */
  get(key: string): Promise<string | undefined>;

  /** Removes the value and returns it. Of racing callers exactly one gets it, the others get undefined. */
  take(key: string): Promise<string | undefined>;

  /**
   * Stores `value` unless the key has one, and says whether it did. Of racing callers exactly one gets true.
   *
   * For a `jti` (RFC 7523 §3, RFC 9449 §11.1) ask this first and `bornAt` after it, see there.
   */
  putIfAbsent(key: string, value: string, ttlSeconds: number): Promise<boolean>;

  /** Replaces `expected` by `next`, keeps the expiry. False, and nothing changed, when the value is another or gone. */
  replace(key: string, expected: string, next: string): Promise<boolean>;

  /** Removes the value, if any. */
  remove(key: string): Promise<void>;

  /**
   * Adds `member` to a set of at most `bounds.limit` members; one that is already in starts its time anew. A full set
   * drops the members that would expire first, which are the oldest as long as all came with the same lifetime.
   *
   * Racing callers are counted one after another: no set ever holds more than its limit. A set for 10 000 members or
   * more may drop a little early, by up to a tenth, and a member that is not quite the oldest: PostgreSQL counts it in
   * parts.
   *
   * @returns the members that were dropped
   */
  collect(set: string, member: string, bounds: SetBounds): Promise<readonly string[]>;

  /** Takes `member` out of the set, if it is in. */
  discard(set: string, member: string): Promise<void>;

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
