/** What a revocation must lock first, so that it does not miss an authorization that is just being created. */
import type { Query } from "../transaction.ts";

/**
 * Waits until the authorizations that are being created for this person, for this client, or for all people if neither
 * is given, are committed. A statement that begins after this sees them. Until the transaction ends, no further
 * authorization is created for them.
 *
 * The statement that creates an authorization locks its person and its client `FOR KEY SHARE`; `FOR UPDATE` conflicts
 * with that. If a client is disabled under this lock, the statements that waited for the lock read the client again.
 * Without the lock they would use what they read before.
 *
 * The lock of the whole table is waited for at most two seconds, because statements that write authorizations queue
 * behind it.
 *
 * @param query of the transaction that revokes
 * @param whose if a person is given, only the person's row is locked: a client has many people, who must not wait for
 *   one another
 * @throws an error of PostgreSQL that `isLockTimeout` recognises, if neither is given
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
