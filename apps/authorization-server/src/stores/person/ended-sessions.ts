/**
 * The end of sessions, in the transaction of the act that ends them: what follows from it happens with it, or not at
 * all.
 */
import type { Query } from "../transaction.ts";

/** A client whose page wants to be loaded when a session that it knew ended (OIDC Front-Channel Logout §2). */
export interface FrontChannelLogout {
  readonly uri: string;
  readonly sid: string;
}

/**
 * Ends sessions whose rows the caller has locked: a request that issues holds its session's row too, so all that it
 * made is seen here. Each client that registered for it gets a row in the outbox of logout tokens, which holds what is
 * needed when the session is gone (OIDC Back-Channel Logout §2.5). What was issued in a session ends with it (§2.7);
 * what was meant to outlive it belongs to none.
 */
export async function endSessions(query: Query, sessionIds: readonly unknown[], at: Date): Promise<void> {
  if (sessionIds.length === 0) return;
  await query(TELL, [sessionIds, at]);
  await query(revoked("session_id = ANY($1)"), [sessionIds, at]);
  await query(DELETE, [sessionIds]);
}

/** The same for all sessions of a person, and for everything that was issued in the person's name. */
export async function endAllOf(query: Query, userId: string, sessionIds: readonly unknown[], at: Date): Promise<void> {
  await query(TELL, [sessionIds, at]);
  await query(revoked("user_id = $1"), [userId, at]); // one statement: two would lock rows in two orders
  await query(DELETE, [sessionIds]);
}

/** Whom the browser itself has to tell that a session ends: to be asked for before `endSessions`. */
export async function frontChannelLogouts(query: Query, sessionId: unknown): Promise<readonly FrontChannelLogout[]> {
  const found = await query(FRONT_CHANNEL, [sessionId]);
  return found.map(({ uri, sid }) => ({ uri: String(uri), sid: String(sid) }));
}

// Other acts lock authorizations by id, too: in one order, two acts never wait for each other in a circle.
const revoked = (condition: string) => `
  UPDATE "authorization" SET revoked_at = $2
   WHERE id IN (SELECT id FROM "authorization" WHERE ${condition} AND revoked_at IS NULL
                 ORDER BY id FOR NO KEY UPDATE)`;

const DELETE = "DELETE FROM browser_session WHERE id = ANY($1)";

// A client that is being deleted is waited for, and gone then. OIDC Core §8.1: the subject of a sector is told to the
// sector's own host, as only that proved to belong to it; the public subject is told to none of these. Whoever gets
// neither has the sid.
const TELL = `
  INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
  SELECT gen_random_uuid(), c.id, k.sid,
         CASE WHEN c.sector IS NULL THEN s.active_user_id::text
              WHEN lower(substring(c.backchannel_logout_uri from '^https?://([^/?#:]+)')) = c.sector THEN p.sub END,
         0, $2, $2
    FROM session_client k
    JOIN browser_session s ON s.id = k.session_id
    JOIN client c ON c.id = k.client_id
    LEFT JOIN pairwise_subject p ON p.user_id = s.active_user_id AND p.sector = c.sector
   WHERE k.session_id = ANY($1) AND c.backchannel_logout_uri IS NOT NULL AND c.disabled_at IS NULL
     FOR KEY SHARE OF c`;

const FRONT_CHANNEL = `
  SELECT c.frontchannel_logout_uri AS uri, k.sid
    FROM session_client k JOIN client c ON c.id = k.client_id
   WHERE k.session_id = $1 AND c.frontchannel_logout_uri IS NOT NULL AND c.disabled_at IS NULL
   ORDER BY k.client_id`;
