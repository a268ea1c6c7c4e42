/** The act by which a person gives up their password, because they sign in in other ways. */
import type { Secret } from "@countersign/rules";
import { notify } from "../../people/mail/notices.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { endOldAccess, type PasswordActs, undefinedIfEnded } from "./passwords.ts";

export interface RemovedPassword {
  readonly userId: string;
  /** The session that the person acts in. It stays, with another secret. */
  readonly sessionId: string;
  /** The User-Agent of the browser that acts. */
  readonly browser: string;
  /** Whether people can sign in with passkeys here; they can by default. */
  readonly hasPasskeys?: boolean;
}

/**
 * Removes the password of a person who has two passkeys, or who is connected to a provider that is enabled. Recovery
 * codes are no replacement: a sign-in cannot begin with one. All other sessions end.
 * Returns the new secret of the session; `undefined`, and changes nothing, if the person has no password or would have
 * too few ways to sign in, or if the session ended. The row of the account is locked, as it is when a passkey or a
 * connection is removed: of two removals at the same time, the second sees what the first left.
 */
export function removePassword(
  { database, mail }: PasswordActs,
  { userId, sessionId, browser, hasPasskeys = true }: RemovedPassword,
  by: By,
): Promise<Secret | undefined> {
  return inTransaction(database.pool, async (query) => {
    // The statement after the lock sees what others committed before the lock was given.
    await lockPerson(query, userId);
    if ((await query(REMOVE, [userId, by.at, hasPasskeys])).length === 0) return undefined;

    const secret = await endOldAccess(query, { userId, sessionId, keepOthers: false }, by.at);
    await recordAudit(query, { type: "password_removed", userId, ...by });
    const parameters = { factor: "password", browser } as const;
    await notify(query, mail, userId, { kind: "factor-removed", parameters }, by);
    return secret;
  }).catch(undefinedIfEnded);
}

const REMOVE = `
  UPDATE end_user u SET password_hash = NULL, password_changed_at = $2, password_change_required_at = NULL
   WHERE id = $1 AND disabled_at IS NULL AND password_hash IS NOT NULL
     AND ($3 AND (SELECT count(*) FROM passkey p WHERE p.user_id = u.id AND p."use" = 'sign-in') >= 2
          OR EXISTS (SELECT FROM federated_identity f JOIN identity_provider o ON o.id = f.provider_id
                      WHERE f.user_id = u.id AND o.disabled_at IS NULL))
  RETURNING id`;
