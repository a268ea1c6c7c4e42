/**
 * Ends sessions, in the transaction of the act that ends them. The consequences are committed together with the act, or
 * not at all.
 */
import { DEVICE_CODE } from "@countersign/rules";
import type { Query } from "../transaction.ts";

/** A client that registered a page to be loaded when a session that it knew ended (OIDC Front-Channel Logout §2). */
export interface FrontChannelLogout {
  readonly uri: string;
  readonly sid: string;
}

/**
 * Ends sessions. The caller has locked their rows. A request that issues something also locks its session's row, so
 * this function sees everything that such a request made. Each client that registered for back-channel logout gets a
 * row in the outbox of logout tokens. That row holds what is needed when the session is gone (OIDC Back-Channel Logout
 * §2.5). Tokens that were issued in a session end with it (§2.7). An authorization that is meant to outlive the session
 * belongs to no session.
 *
 * @param more.devicesOf a person whose devices without a browser are signed out, too
 */
export async function endSessions(
  query: Query,
  sessionIds: readonly unknown[],
  at: Date,
  { devicesOf }: { readonly devicesOf?: string } = {},
): Promise<void> {
  if (sessionIds.length === 0 && devicesOf === undefined) return;
  await query(TELL, [sessionIds, at]);
  if (devicesOf === undefined) await query(revoked("session_id = ANY($1)"), [sessionIds, at]);
  // One statement: two would lock rows in two orders. The codes of devices are bound to their grant (decision 180).
  else await query(revoked(OF_SESSIONS_AND_DEVICES), [sessionIds, at, devicesOf, DEVICE_CODE]);
  await query(DELETE, [sessionIds]);
}

/**
 * Ends all sessions of a person, and also revokes everything that was issued in the person's name.
 *
 * @param kept.except a session that stays, with what was issued in it
 */
export async function endAllOf(
  query: Query,
  userId: string,
  sessionIds: readonly unknown[],
  at: Date,
  kept: { readonly except?: string } = {},
): Promise<void> {
  await query(TELL, [sessionIds, at]);
  // One statement: two would lock rows in two orders.
  await query(revoked("user_id = $1 AND ($3::uuid IS NULL OR session_id IS DISTINCT FROM $3)"), [
    userId,
    at,
    kept.except ?? null,
  ]);
  await query(DELETE, [sessionIds]);
}

/** The clients that are told when a session ends. */
export interface Told {
  /** All of them, by their ids. */
  readonly told: readonly string[];
  /** Those that the browser itself has to notify. */
  readonly frontChannel: readonly FrontChannelLogout[];
}

/** Call this before `endSessions`. */
export async function toldOfTheEnd(query: Query, sessionId: unknown): Promise<Told> {
  const found = await query(TOLD, [sessionId]);
  const frontChannel = found.flatMap(({ uri, sid }) => (uri === null ? [] : [{ uri: String(uri), sid: String(sid) }]));
  return { told: found.map(({ id }) => String(id)), frontChannel };
}

// Other acts also lock authorizations by id. All of them use the same order, so they cannot deadlock.
const revoked = (condition: string) => `
  UPDATE "authorization" SET revoked_at = $2
   WHERE id IN (SELECT id FROM "authorization" WHERE ${condition} AND revoked_at IS NULL
                 ORDER BY id FOR NO KEY UPDATE)`;

const OF_SESSIONS_AND_DEVICES = "(session_id = ANY($1) OR (user_id = $3 AND code_challenge = $4))";

const DELETE = "DELETE FROM browser_session WHERE id = ANY($1)";

// If a client is being deleted, this statement waits, and then the client is gone. OIDC Core §8.1: a pairwise subject
// of a sector is sent only to the sector's own host, because only that host proved that it belongs to the sector. Such
// a client never gets the public subject. A client that gets no subject still gets the sid.
const TELL = `
  WITH known AS MATERIALIZED (
    SELECT c.id, k.sid, s.active_user_id AS user_id, c.sector, c.backchannel_logout_uri, c.disabled_at
      FROM session_client k
      JOIN browser_session s ON s.id = k.session_id
      JOIN client c ON c.id = k.client_id
     WHERE k.session_id = ANY($1)
       FOR KEY SHARE OF c)
  INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
  SELECT gen_random_uuid(), c.id, c.sid,
         CASE WHEN c.sector IS NULL THEN c.user_id::text
              WHEN lower(substring(c.backchannel_logout_uri from '^https?://([^/?#:]+)')) = c.sector THEN p.sub END,
         0, $2, $2
    FROM known c
    LEFT JOIN pairwise_subject p ON p.user_id = c.user_id AND p.sector = c.sector
   WHERE c.backchannel_logout_uri IS NOT NULL AND c.disabled_at IS NULL`;

const TOLD = `
  SELECT c.id, c.frontchannel_logout_uri AS uri, k.sid
    FROM session_client k JOIN client c ON c.id = k.client_id
   WHERE k.session_id = $1 AND c.disabled_at IS NULL
     AND (c.frontchannel_logout_uri IS NOT NULL OR c.backchannel_logout_uri IS NOT NULL)
   ORDER BY k.client_id`;
