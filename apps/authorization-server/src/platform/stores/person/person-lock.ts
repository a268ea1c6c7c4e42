/**
 * The lock of a person. An act that locks or changes rows of a person locks the person first (decision 131). It does
 * not conflict with what a foreign key locks: rows that refer to the person are added in the meantime.
 *
 * A later statement reads what else the act needs. A statement that waits for a lock goes on to see other
 * rows as they were when it began, without what the holder of the lock changed.
 */
import type { Query } from "../transaction.ts";

/** Locks a person until the transaction ends. Returns false if there is none. */
export const lockPerson = async (query: Query, userId: string): Promise<boolean> =>
  (await query("SELECT id FROM end_user WHERE id = $1::uuid FOR NO KEY UPDATE", [userId])).length > 0;
