/**
 * Whether an account is enabled, and whether it waits for its deletion. Every statement that changes that stands here,
 * so that what ends an account and what begins it again are read together:
 *
 * - its person asks for the deletion, and takes that back by the link in the mail and a sign-in;
 * - an administrator, or the directory whose own the account is, disables or erases it: the link is void from then on;
 * - who undoes a change of the address takes back a deletion by the link, too, if that is not void;
 * - an administrator enables any account, and a directory one that it disabled itself.
 *
 * A statement that ends an account asks for the proof that an owner stays.
 */
import type { Query } from "../../platform/stores/transaction.ts";
import type { OwnerStays } from "../roles/kept-role.ts";

interface Ending {
  readonly userId: string;
  readonly at: Date;
}

interface Erasing extends Ending {
  readonly dueAt: Date;
}

/**
 * Disables an account, for good: its person can no longer take back a deletion. Returns false if it was disabled, and
 * the person could take nothing back.
 */
export async function endAccount(query: Query, { userId, at }: Ending, _: OwnerStays): Promise<boolean> {
  return (await query(END, [userId, at])).length > 0;
}

/**
 * Disables an account until it is erased, as its person wishes. Returns false if it is disabled already.
 *
 * @param tokenHash of the link that takes the deletion back; null for none
 */
export async function endByWish(
  query: Query,
  { userId, at, dueAt, tokenHash }: Erasing & { readonly tokenHash: Uint8Array | null },
  _: OwnerStays,
): Promise<boolean> {
  return (await query(END_BY_WISH, [userId, at, dueAt, tokenHash])).length > 0;
}

/**
 * Disables an account, enabled or not, and has it erased. Its person can no longer take that back. It is erased no
 * later than it was to be before. Returns when.
 */
export async function endForErasure(query: Query, { userId, at, dueAt }: Erasing, _: OwnerStays): Promise<Date> {
  const [row] = await query(END_FOR_ERASURE, [userId, at, dueAt]);
  return (row?.dueAt as Date | undefined) ?? dueAt;
}

/** Enables the account of a link about its deletion, for which it still waits. Returns false if there is none. */
export async function reopen(query: Query, tokenHash: Uint8Array, at: Date): Promise<boolean> {
  return (await query(REOPEN, [tokenHash, at])).length > 0;
}

/** Has an account wait for its deletion no more. Returns false if its person cannot take that back. */
export async function cancelErasure(query: Query, userId: string): Promise<boolean> {
  return (await query(CANCEL, [userId])).length > 0;
}

/** The same for an account that was not reopened: it is enabled. */
export async function keepAccount(query: Query, userId: string): Promise<boolean> {
  return (await query(KEEP, [userId])).length > 0;
}

/** Enables an account that waits for no deletion then. Returns false if it was not disabled. */
export async function enableAccount(query: Query, userId: string): Promise<boolean> {
  return (await query(ENABLE, [userId])).length > 0;
}

const END = `
  UPDATE end_user SET disabled_at = COALESCE(disabled_at, $2), deletion_token_hash = NULL
   WHERE id = $1 AND (disabled_at IS NULL OR deletion_token_hash IS NOT NULL) RETURNING id`;

const END_BY_WISH = `
  UPDATE end_user SET disabled_at = $2, deletion_due_at = $3, deletion_token_hash = $4
   WHERE id = $1 AND disabled_at IS NULL RETURNING id`;

// LEAST leaves out what is NULL.
const END_FOR_ERASURE = `
  UPDATE end_user SET disabled_at = COALESCE(disabled_at, $2), deletion_due_at = LEAST(deletion_due_at, $3),
                      deletion_token_hash = NULL
   WHERE id = $1 RETURNING deletion_due_at AS "dueAt"`;

const REOPEN = `
  UPDATE end_user SET disabled_at = NULL
   WHERE deletion_token_hash = $1 AND deletion_due_at > $2 RETURNING id`;

// Without a token, an administrator or a directory ended the account, and its person takes nothing back.
const CANCEL = `
  UPDATE end_user SET deletion_due_at = NULL, deletion_token_hash = NULL
   WHERE id = $1 AND deletion_token_hash IS NOT NULL RETURNING id`;

const KEEP = `
  UPDATE end_user SET disabled_at = NULL, deletion_due_at = NULL, deletion_token_hash = NULL
   WHERE id = $1 AND deletion_token_hash IS NOT NULL RETURNING id`;

const ENABLE = `
  UPDATE end_user SET disabled_at = NULL, deletion_due_at = NULL, deletion_token_hash = NULL
   WHERE id = $1 AND disabled_at IS NOT NULL RETURNING id`;
