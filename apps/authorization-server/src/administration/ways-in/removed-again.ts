/**
 * Ways into an account that were removed after a backup, and that the backup has: they are removed again, no matter
 * what is left. Each act and its audit row are one transaction. The person was told when it was done first.
 */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import { lockPerson } from "../../platform/stores/person/person-lock.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { removeDependents } from "./factor-removal.ts";

/** Which events remove one way in, and how their detail names it. */
const REMOVED = {
  passkey_removed: { table: "passkey", detailOf: (id: string) => ({ passkeyId: id }) },
  second_factor_removed: { table: "totp_factor", detailOf: (id: string) => ({ factor: "totp", id }) },
  identity_disconnected: { table: "federated_identity", detailOf: (id: string) => ({ id }) },
} as const;

/** What an act removed again: nothing, a way in, or the last one. */
export type RemovedAgain = "absent" | "removed" | "last";

interface Removed {
  readonly type: keyof typeof REMOVED;
  readonly userId: string;
  readonly id: string;
}

/** Removes a passkey, an authenticator app or an identity elsewhere. */
export const removeWayInAgain = ({ pool }: WithPool, { type, userId, id }: Removed, by: By): Promise<RemovedAgain> =>
  inTransaction(pool, async (query) => {
    const { table, detailOf } = REMOVED[type];
    await lockPerson(query, userId);
    const removed = await query(`DELETE FROM ${table} WHERE id::text = $1 AND user_id = $2 RETURNING id`, [id, userId]);
    if (removed.length === 0) return "absent";
    await removeDependents(query, userId);
    await recordAudit(query, { type, userId, ...by, detail: detailOf(id) });
    return whatIsLeft(query, userId);
  });

/** Removes a password. */
export const removePasswordAgain = ({ pool }: WithPool, userId: string, by: By): Promise<RemovedAgain> =>
  inTransaction(pool, async (query) => {
    await lockPerson(query, userId);
    if ((await query(REMOVE_PASSWORD, [userId, by.at])).length === 0) return "absent";
    await recordAudit(query, { type: "password_removed", userId, ...by });
    return whatIsLeft(query, userId);
  });

/** Disconnects every identity elsewhere, as a new password that was set by a link does. Returns how many there were. */
export const disconnectAllAgain = ({ pool }: WithPool, userId: string, by: By): Promise<number> =>
  inTransaction(pool, async (query) => {
    await lockPerson(query, userId);
    const gone = await query("DELETE FROM federated_identity WHERE user_id = $1 RETURNING id::text", [userId]);
    await recordAudits(
      query,
      gone.map(({ id }) => ({ type: "identity_disconnected" as const, userId, ...by, detail: { id } })),
    );
    return gone.length;
  });

const whatIsLeft = async (query: Query, userId: string): Promise<RemovedAgain> =>
  (await query(WAY_IN, [userId])).length > 0 ? "removed" : "last";

const REMOVE_PASSWORD = `
  UPDATE end_user SET password_hash = NULL, password_changed_at = $2, password_change_required_at = NULL
   WHERE id = $1 AND password_hash IS NOT NULL RETURNING id`;

const WAY_IN = `
  SELECT FROM end_user u
   WHERE id = $1
     AND (password_hash IS NOT NULL
          OR EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id AND p."use" = 'sign-in')
          OR EXISTS (SELECT FROM federated_identity f WHERE f.user_id = u.id))`;
