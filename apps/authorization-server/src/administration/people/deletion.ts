/**
 * The deletion of accounts (GDPR Article 17). The account is first disabled for a grace period. Then a job erases it:
 * the person's row and everything that refers to it. Rows of the audit log stay, without anything that names the
 * person.
 */
import { hashSecret, newSecret, TYPED_CLAIMS } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { FORGET_REPLIES } from "../../platform/stores/idempotency-keys.ts";
import { isDue } from "../../platform/stores/job-failures.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import type { HeldTypedClaims } from "../../platform/stores/person/person-record.ts";
import { retireUsername } from "../../platform/stores/person/usernames.ts";
import { autocommit, inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { keeping, type RoleName } from "../roles/kept-role.ts";
import { cancelErasure, endByWish, endForErasure, reopen } from "./account-state.ts";
import { endAccess } from "./people.ts";

export interface Deleting {
  readonly database: WithPool;
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

/**
 * Disables an account until it is erased. Its sessions end, what was issued in its name is revoked, and clients are
 * told. The person is mailed a link that lets them sign in again.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 * @returns when the account is erased; `undefined` if it is disabled already
 */
export function requestDeletion(
  { database: { pool }, mail }: Deleting,
  { userId, graceDays, linkTo, browser }: DeletionRequest,
  by: By,
  kept: RoleName | undefined,
): Promise<Date | undefined> {
  const dueAt = new Date(by.at.getTime() + graceDays * DAY_MILLISECONDS);
  const token = newSecret();
  const tokenHash = graceDays === 0 ? null : hashSecret(token);
  return inTransaction(pool, (query) =>
    keeping(query, kept, async (stays) => {
      if (!(await endByWish(query, { userId, at: by.at, dueAt, tokenHash }, stays))) return undefined;

      await endAccess(query, userId, by.at);
      await recordAudit(query, { type: "deletion_requested", userId, ...by, detail: { dueAt: dueAt.toISOString() } });
      if (graceDays === 0) return dueAt;

      const parameters = { link: linkTo(token), browser };
      await notify(query, mail, userId, { kind: "deletion-scheduled", parameters, expiresAt: dueAt }, by);
      return dueAt;
    }),
  );
}

/**
 * Lets a person sign in again whose account waits for its deletion. The link itself keeps no account: the person signs
 * in and cancels the deletion (`cancelDeletion`).
 *
 * @param token of the link in the mail
 * @returns false if the account is erased, or an operator or a directory ended it, or the deletion was cancelled
 */
export const reopenForCancelling = ({ pool }: WithPool, token: string, at: Date): Promise<boolean> =>
  reopen(autocommit(pool), hashSecret(token), at);

/** Cancels the deletion of an account. Returns false if its person requested none, or can no longer take it back. */
export function cancelDeletion(
  { database: { pool }, mail }: Deleting,
  { userId, browser }: Pick<DeletionRequest, "userId" | "browser">,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if (!(await cancelErasure(query, userId))) return false;

    await recordAudit(query, { type: "deletion_cancelled", userId, ...by });
    await notify(query, mail, userId, { kind: "deletion-cancelled", parameters: { browser } }, by);
    return true;
  });
}

/** When the account of a person is erased; `undefined` if no deletion was requested. */
export async function deletionDueAt({ pool }: WithPool, userId: string): Promise<Date | undefined> {
  const found = await pool.query<{ dueAt: Date | null }>(DUE_AT, [userId]);
  return found.rows[0]?.dueAt ?? undefined;
}

interface ErasureConditions {
  readonly kept: RoleName | undefined;
  readonly dueAt?: Date;
  readonly assertMeantFor?: AssertMeantFor<HeldTypedClaims>;
}

/**
 * Disables an account, enabled or not, and has the next run of the job erase it, without a grace period. Returns false
 * if there is no such account.
 *
 * @param conditions.kept a role that may not lose its last person; the act is refused otherwise
 * @param conditions.dueAt when it is erased, if not at once; no later than it was to be before
 * @param conditions.assertMeantFor throws if the deletion was meant for an account with other claims than these
 */
export function eraseSoon(
  { pool }: WithPool,
  userId: string,
  by: By,
  { kept, dueAt: wished = by.at, assertMeantFor = forAny }: ErasureConditions,
): Promise<boolean> {
  return inTransaction(pool, (query) =>
    keeping(query, kept, async (stays) => {
      const [row] = (await query(CLAIMS, [userId])) as [HeldTypedClaims?];
      if (row === undefined) return false;
      assertMeantFor(locked(row));
      const dueAt = await endForErasure(query, { userId, at: by.at, dueAt: wished }, stays);
      await endAccess(query, userId, by.at);
      const detail = { dueAt: dueAt.toISOString() };
      await recordAudit(query, { type: "deletion_requested", userId, ...by, detail });
      return true;
    }),
  );
}

/**
 * Accounts whose grace period is over, up to `most`, those that wait longest first. An account that could not be erased
 * is not among them until its next attempt.
 */
export async function accountsToErase(
  { pool }: WithPool,
  { job, at, most }: { readonly job: string; readonly at: Date; readonly most: number },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(DUE, [at, most, job]);
  return rows.map(({ id }) => id);
}

/** An account may have much that goes with it, and only the job waits for that. */
const ERASE_TIMEOUT_MS = 60_000;

/** Erases an account whose grace period is over, in one transaction. Returns false if the account is not due. */
// Clients are notified before the row is deleted: their subject identifier is deleted with it. Nothing refers to the
// person any more from the first statement on: a transaction that adds a row about them waits for this one.
export async function eraseAccount({ database: { pool }, mail }: Deleting, userId: string, by: By): Promise<boolean> {
  const work = async (query: Query) => {
    if ((await query(IS_DUE, [userId, by.at])).length === 0) return false;

    await endAccess(query, userId, by.at);
    const [person] = await query(ERASE, [userId]);
    const { username, canonical, email, locale } = person as unknown as Erased;
    await retireUsername(query, username, by.at);
    await query(FORGET_REPLIES, [userId]);
    // biome-ignore lint/performance/noAwaitInLoops: a fixed list of statements
    for (const statement of ERASE_ADDRESS) await query(statement, [canonical]);
    await recordAudit(query, { type: "user_deleted", userId, ...by });
    if (email === null) return true;
    await mail.enqueue(query, { kind: "account-deleted", to: email, language: locale ?? "en", parameters: {} }, by.at);
    return true;
  };
  return inTransaction(pool, work, { statementTimeoutMs: ERASE_TIMEOUT_MS });
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
  SELECT u.id FROM end_user u WHERE u.deletion_due_at <= $1 AND ${isDue("$3::text", "u.id::text")}
   ORDER BY u.deletion_due_at LIMIT $2`;

const CLAIMS = `SELECT ${TYPED_CLAIMS.join(", ")} FROM end_user WHERE id = $1 FOR NO KEY UPDATE`;

const DUE_AT = `SELECT deletion_due_at AS "dueAt" FROM end_user WHERE id = $1`;
