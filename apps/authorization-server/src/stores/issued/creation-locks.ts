/** What an act that revokes must lock first, so that no authorization that is being made at that moment escapes it. */
import type { Query } from "../transaction.ts";

/**
 * Waits for the authorizations that are being made of this person, of this client, or of everybody where neither is
 * named. A statement that begins after this sees them. Until the transaction ends, no further one is made of them.
 *
 * The statement that makes an authorization locks its person and its client `FOR KEY SHARE`; `FOR UPDATE` conflicts
 * with that. A client that is disabled under this lock is looked at anew by the statements that waited for it; without
 * the lock they would go by what they read before.
 *
 * The lock of the whole table is waited for two seconds at most: statements that write authorizations queue behind it.
 *
 * @param query of the transaction that revokes
 * @param whose where a person is named, that row is locked alone: a client has many, who do not wait for one another
 * @throws an error of PostgreSQL that `isLockTimeout` recognises, for everybody
 */
export async function lockCreationOf(
  query: Query,
  { userId, clientId }: { readonly userId?: string | undefined; readonly clientId?: string | undefined },
): Promise<void> {
  if (userId !== undefined) await query("SELECT FROM end_user WHERE id = $1 FOR UPDATE", [userId]);
  else if (clientId !== undefined) await query("SELECT FROM client WHERE id = $1 FOR UPDATE", [clientId]);
  else {
    await query("SET LOCAL lock_timeout = '2s'", []);
    await query(`LOCK TABLE "authorization" IN SHARE MODE`, []);
  }
}

/** Whether PostgreSQL gave up waiting for a lock: `lock_not_available`. */
export const isLockTimeout = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "55P03";
