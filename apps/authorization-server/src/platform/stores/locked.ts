declare const LOCKED: unique symbol;

/**
 * A record that no other transaction changes until the transaction that read it ends. Only the holder of the lock makes
 * one.
 */
export type Locked<T> = T & { readonly [LOCKED]: true };

/** Says that the row of a record is locked, in the transaction that changes it. */
export const locked = <T>(held: T): Locked<T> => held as Locked<T>;

/** Throws if a change was meant for another state than this, which the record has while it is changed. */
export type AssertMeantFor<T> = (held: Locked<T>) => void;

export const forAny = (): void => {};
