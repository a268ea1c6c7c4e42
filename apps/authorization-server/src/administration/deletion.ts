/**
 * The deletion of accounts (GDPR Article 17). The account is first disabled for a grace period. Then a job erases it:
 * the person's row and everything that refers to it. Rows of the audit trail stay, without anything that names the
 * person.
 */
import type { Database } from "@countersign/database";
import { hashSecret, newSecret, TYPED_CLAIMS } from "@countersign/rules";
import { notify } from "../mail/notices.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type By, recordAudit } from "../stores/audit-events.ts";
import { FORGET_REPLIES } from "../stores/idempotency-keys.ts";
import { type AssertMeantFor, forAny, locked } from "../stores/locked.ts";
import type { HeldTypedClaims } from "../stores/person/person-record.ts";
import { retireUsername } from "../stores/person/usernames.ts";
import { inTransaction } from "../stores/transaction.ts";
import { keeping } from "./kept-role.ts";
import { endAccess } from "./people.ts";
import type { RoleName } from "./roles.ts";

export interface Deleting {
  readonly database: Pick<Database, "pool">;
  readonly mail: Outbox;
}

export interface DeletionRequest {
  readonly userId: string;
  /** How long the person can take it back. */
  readonly graceDays: number;
  /** The path of ours, with its query, by which the person can sign in again until then. */
  readonly linkTo: (token: string) => string;
  /** The User-Agent of the browser, for the mail. */
  readonly browser: string;
}

const DAY_MILLISECONDS = 86_400_000;
const MOST_AT_ONCE = 100;

/**
 * Disables an account until it is erased. Its sessions end, what was issued in its name is revoked, and clients are
 * told. The person is mailed a link that lets them sign in again.
 *
 * @returns when the account is erased; `undefined` if it is disabled already
 */
export function requestDeletion(
  { database: { pool }, mail }: Deleting,
  { userId, graceDays, linkTo, browser }: DeletionRequest,
  by: By,
): Promise<Date | undefined> {
  const dueAt = new Date(by.at.getTime() + graceDays * DAY_MILLISECONDS);
  const token = newSecret();
  return inTransaction(pool, async (query) => {
    const hash = graceDays === 0 ? null : hashSecret(token);
    if ((await query(REQUEST, [userId, by.at, dueAt, hash])).length === 0) return undefined;

    await endAccess(query, userId, by.at);
    await recordAudit(query, { type: "deletion_requested", userId, ...by, detail: { dueAt: dueAt.toISOString() } });
    if (graceDays === 0) return dueAt;

    const parameters = { link: linkTo(token), browser };
    await notify(query, mail, userId, { kind: "deletion-scheduled", parameters, expiresAt: dueAt }, by.at);
    return dueAt;
  });
}

/**
 * Lets a person sign in again whose account waits for its deletion. A link alone keeps no account: the person signs in
 * and cancels the deletion (`cancelDeletion`).
 *
 * @param token of the link in the mail
 * @returns false if the account is erased, or an operator disabled it, or the deletion was cancelled
 */
export async function reopenForCancelling({ pool }: Pick<Database, "pool">, token: string, at: Date): Promise<boolean> {
  return (await pool.query(REOPEN, [hashSecret(token), at])).rowCount === 1;
}

/** Cancels the deletion of an account. Returns false if none was requested. */
export function cancelDeletion(
  { database: { pool }, mail }: Deleting,
  { userId, browser }: Pick<DeletionRequest, "userId" | "browser">,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(CANCEL, [userId])).length === 0) return false;

    await recordAudit(query, { type: "deletion_cancelled", userId, ...by });
    await notify(query, mail, userId, { kind: "deletion-cancelled", parameters: { browser } }, by.at);
    return true;
  });
}

/** When the account of a person is erased; `undefined` if no deletion was requested. */
export async function deletionDueAt({ pool }: Pick<Database, "pool">, userId: string): Promise<Date | undefined> {
  const found = await pool.query<{ dueAt: Date | null }>(DUE_AT, [userId]);
  return found.rows[0]?.dueAt ?? undefined;
}

/**
 * Disables an account, enabled or not, and has the next run of the job erase it, without a grace period. Returns false
 * if there is no such account.
 *
 * @param conditions.kept a role that may not lose its last person; otherwise throws `LastHolder`
 * @param conditions.assertMeantFor throws if the deletion was meant for an account with other claims than these
 */
export function eraseSoon(
  { pool }: Pick<Database, "pool">,
  userId: string,
  by: By,
  { kept, assertMeantFor = forAny }: { kept?: RoleName; assertMeantFor?: AssertMeantFor<HeldTypedClaims> } = {},
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const held = await keeping(query, kept, async () => {
      const [row] = (await query(CLAIMS, [userId])) as [HeldTypedClaims?];
      if (row === undefined) return undefined;
      assertMeantFor(locked(row));
      await query(ERASE_SOON, [userId, by.at]);
      return row;
    });
    if (held === undefined) return false;
    await endAccess(query, userId, by.at);
    const detail = { dueAt: by.at.toISOString() };
    await recordAudit(query, { type: "deletion_requested", userId, ...by, detail });
    return true;
  });
}

/**
 * Erases the accounts whose grace period is over, one transaction for each. Several runs at the same time are safe.
 *
 * @returns how many accounts were erased
 */
export async function eraseDue(deleting: Deleting, at: Date): Promise<number> {
  const by = { actor: { kind: "system" }, at } as const;
  let erased = 0;
  for (;;) {
    const { rows } = await deleting.database.pool.query<{ userId: string }>(DUE, [at, MOST_AT_ONCE]);
    for (const { userId } of rows) if (await erase(deleting, userId, by)) erased += 1;
    if (rows.length < MOST_AT_ONCE) return erased;
  }
}

// The clients are told before the row goes: how they know the person goes with it. Nothing refers to the person any more
// from the first statement on: whoever adds something would have to wait with what is deleted here.
async function erase({ database: { pool }, mail }: Deleting, userId: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(IS_DUE, [userId, by.at])).length === 0) return false;

    await endAccess(query, userId, by.at);
    const [person] = await query(ERASE, [userId]);
    const { username, canonical, email, locale } = person as unknown as Erased;
    await retireUsername(query, username, by.at);
    await query(FORGET_REPLIES, [userId]);
    for (const statement of ERASE_ADDRESS) await query(statement, [canonical]);
    await recordAudit(query, { type: "user_deleted", userId, ...by });
    if (email === null) return true;
    await mail.enqueue(query, { kind: "account-deleted", to: email, language: locale ?? "en", parameters: {} }, by.at);
    return true;
  });
}

const IS_DUE = "SELECT FROM end_user WHERE id = $1 AND deletion_due_at <= $2 FOR UPDATE";

const ERASE = `
  DELETE FROM end_user WHERE id = $1
  RETURNING username, email_canonical AS canonical, CASE WHEN email_verified_at IS NOT NULL THEN email END AS email,
            locale`;

interface Erased {
  readonly username: string;
  readonly canonical: string | null;
  /** The proved address. */
  readonly email: string | null;
  readonly locale: string | null;
}

/** Rows about the address that belong to no account, such as an invitation that the person did not need. */
const ERASE_ADDRESS = [
  "DELETE FROM address_proof WHERE address_canonical = $1",
  "DELETE FROM invitation WHERE address_canonical = $1",
  "DELETE FROM mail_delivery WHERE user_id IS NULL AND lower(address) = lower($1)",
];

const DUE = `
  SELECT id AS "userId" FROM end_user WHERE deletion_due_at <= $1 ORDER BY deletion_due_at LIMIT $2`;

const REQUEST = `
  UPDATE end_user SET disabled_at = $2, deletion_due_at = $3, deletion_token_hash = $4
   WHERE id = $1 AND disabled_at IS NULL RETURNING id`;

const CLAIMS = `SELECT ${TYPED_CLAIMS.join(", ")} FROM end_user WHERE id = $1 FOR NO KEY UPDATE`;

const ERASE_SOON = `
  UPDATE end_user SET disabled_at = COALESCE(disabled_at, $2), deletion_due_at = $2, deletion_token_hash = NULL
   WHERE id = $1`;

const REOPEN = `
  UPDATE end_user SET disabled_at = NULL
   WHERE deletion_token_hash = $1 AND deletion_due_at > $2`;

const CANCEL = `
  UPDATE end_user SET deletion_due_at = NULL, deletion_token_hash = NULL
   WHERE id = $1 AND deletion_due_at IS NOT NULL RETURNING id`;

const DUE_AT = `SELECT deletion_due_at AS "dueAt" FROM end_user WHERE id = $1`;
