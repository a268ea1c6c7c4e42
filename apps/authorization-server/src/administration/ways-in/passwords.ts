/** Acts on passwords: by an operator, by the person, and by a link in a mail to the person. */
import { hashSecret, newSecret, type Secret } from "@countersign/rules";
import type { Outbox } from "../../people/mail/message.ts";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { MAY_RESET, requirePasswordChange } from "../../platform/stores/person/users.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { spendToken } from "../../platform/stores/ways-in/address-proofs.ts";
import type { ProofPurpose } from "../../platform/stores/ways-in/proof-purposes.ts";
import { isNameTaken } from "../../platform/stores/ways-in/sign-in-names.ts";
import { endAccess } from "../people/people.ts";
import { endWaysIn, tellOfConnections } from "./walked-ways.ts";

export interface PasswordActs {
  readonly database: WithPool;
  readonly mail: Outbox;
}

/** How a person acts: on a page in this language, in a browser with this User-Agent. */
export interface ActingBrowser {
  readonly language: string;
  readonly browser: string;
}

/**
 * Replaces the password of an account for an operator, ends its sessions and revokes what was issued in its name.
 * Returns false if there is no such account.
 */
export function setPassword(
  { database, mail }: PasswordActs,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
  by: By,
): Promise<boolean> {
  return inTransaction(database.pool, async (query) => {
    if ((await query(SET, [userId, passwordHash, by.at])).length === 0) return false;

    await endAccess(query, userId, by.at);
    await recordAudit(query, { type: "password_changed", userId, ...by });
    await notify(query, mail, userId, { kind: "password-changed", parameters: { browser: "" } }, by);
    return true;
  });
}

/**
 * Demands another password from a person, at the next request for a client. Sessions and tokens stay. Returns false if
 * the account has no password, or if another one is demanded already.
 */
export const demandPasswordChange = ({ pool }: WithPool, userId: string, by: By): Promise<boolean> =>
  inTransaction(pool, (query) => requirePasswordChange(query, userId, by));

/** A new password that a person chose for their own account. */
export interface ChangedPassword extends ActingBrowser {
  readonly userId: string;
  /** The hash that the current password matched; null for an account without a password. */
  readonly currentHash: string | null;
  readonly passwordHash: string;
  /** The session in which the person acts. It gets another secret. */
  readonly sessionId: string;
  /** Whether the other sessions, and what was issued in the person's name, stay. */
  readonly keepOthers: boolean;
}

/**
 * Replaces the password for the person and returns the new secret of the session. Returns `undefined` if the password
 * changed after the person proved the current one, or if the session ended.
 */
export function changePassword(
  { database, mail }: PasswordActs,
  changed: ChangedPassword,
  by: By,
): Promise<Secret | undefined> {
  const { userId, currentHash, passwordHash, sessionId, keepOthers } = changed;
  return inTransaction(database.pool, async (query) => {
    if ((await query(CHANGE, [userId, passwordHash, by.at, currentHash])).length === 0) return undefined;

    const secret = await endOldAccess(query, { userId, sessionId, keepOthers }, by.at);
    await recordAudit(query, { type: "password_changed", userId, ...by });
    await notify(query, mail, userId, { kind: "password-changed", parameters: { browser: changed.browser } }, by);
    return secret;
  }).catch(undefinedIfEnded);
}

/**
 * Ends what the old password of a person gave, in the transaction of the act that replaced or removed it: other
 * sessions, unless they are kept, pending proofs of an address and remembered browsers. Returns the new secret of the
 * session of the act. Throws an error for `undefinedIfEnded` if that session ended.
 */
export async function endOldAccess(
  query: Query,
  { userId, sessionId, keepOthers }: Pick<ChangedPassword, "userId" | "sessionId" | "keepOthers">,
  at: Date,
): Promise<Secret> {
  const secret = newSecret();
  if ((await query(ROTATE, [sessionId, userId, hashSecret(secret)])).length === 0) throw sessionEnded();
  const act = keepOthers ? "password-changed" : "password-changed-everywhere";
  await endWaysIn(query, { act, userId, at, sessionId });
  return secret;
}

/** A new password by the link of a mail. */
export interface ResetPassword extends ActingBrowser {
  readonly token: string;
  readonly passwordHash: string;
  /** Whether the identities at other providers stay connected; by default they do not. */
  readonly keepsConnections?: boolean;
}

/**
 * Spends the token of a link and sets the password of its account. Ends all sessions of the person, everything that was
 * issued in the person's name, and pending proofs of an address, and disconnects identities at other providers: a
 * person who had the old password may have connected one. Second factors stay. The reset signs no person in.
 * Returns the person; `undefined` if the token is not valid. Of several callers with one token, one receives the
 * person.
 */
export function resetPassword(
  { database, mail }: PasswordActs,
  reset: ResetPassword,
  by: Omit<By, "actor">,
): Promise<string | undefined> {
  const { at } = by;
  return inTransaction(database.pool, async (query) => {
    const userId = await spendLink(query, reset, at);
    if (userId === undefined) return undefined;

    const keeps = reset.keepsConnections === true ? ["connections"] : [];
    const ended = await endWaysIn(query, { act: "password-reset", userId, at, keeps });
    const actor = { kind: "person", userId } as const;
    await recordAudit(query, { type: "password_reset", userId, actor, ...by, detail: ended });
    const { browser } = reset;
    await notify(query, mail, userId, { kind: "password-reset", parameters: { browser } }, by);
    await tellOfConnections(query, mail, { userId, browser, ended }, by);
    return userId;
  }).catch(undefinedIfTaken);
}

/** Answers a link whose address became a name of another account at the same moment. Throws every other error. */
function undefinedIfTaken(err: unknown): undefined {
  if (!isNameTaken(err)) throw err;
}

/** Spends the token and sets the password. Returns the person; `undefined` if the token is not valid. */
async function spendLink(query: Query, { token, passwordHash }: ResetPassword, at: Date): Promise<string | undefined> {
  for (const purpose of LINK_PURPOSES) {
    // biome-ignore lint/performance/noAwaitInLoops: a fixed list of purposes
    const proof = await spendToken(query, purpose, token, at);
    if (proof === undefined || proof.userId === null) continue;
    const set = await query(RESET[purpose], [proof.userId, passwordHash, at, proof.canonical]);
    return set.length === 0 ? undefined : proof.userId;
  }
  return undefined;
}

const ENDED = "the session ended";
const sessionEnded = () => new Error(ENDED);

/** Answers an act whose session ended in the meantime. Throws every other error. */
export function undefinedIfEnded(err: unknown): undefined {
  if (err instanceof Error && err.message === ENDED) return undefined;
  throw err;
}

const NEW_PASSWORD = "password_hash = $2, password_changed_at = $3, password_change_required_at = NULL";

const SET = `UPDATE end_user SET ${NEW_PASSWORD} WHERE id = $1 RETURNING id`;

// A person who proved an old password does not change the new one.
const CHANGE = `
  UPDATE end_user SET ${NEW_PASSWORD}
   WHERE id = $1 AND disabled_at IS NULL AND password_hash IS NOT DISTINCT FROM $4 RETURNING id`;

/** The purposes whose links set a password. */
export const LINK_PURPOSES = ["reset", "enrolment"] as const satisfies readonly ProofPurpose[];

// The address must still be that of the account. The link of an operator proves it, unless another account signs in by
// it.
const RESET: Readonly<Record<(typeof LINK_PURPOSES)[number], string>> = {
  reset: `
  UPDATE end_user SET ${NEW_PASSWORD}
   WHERE id = $1 AND disabled_at IS NULL AND email_canonical = $4 AND email_verified_at IS NOT NULL
     AND ${MAY_RESET} RETURNING id`,
  enrolment: `
  UPDATE end_user u SET ${NEW_PASSWORD}, email_verified_at = COALESCE(email_verified_at, $3), email_verified = true
   WHERE id = $1 AND disabled_at IS NULL AND email_canonical = $4
     AND (email_verified_at IS NOT NULL OR NOT EXISTS (
           SELECT FROM sign_in_name n WHERE n.name = $4 AND n.user_id <> $1))
  RETURNING id`,
};

const ROTATE = "UPDATE browser_session SET secret_hash = $3 WHERE id = $1 AND active_user_id = $2 RETURNING id";
