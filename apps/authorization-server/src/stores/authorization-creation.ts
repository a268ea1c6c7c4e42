/** How an authorization is made: one statement, with the session that it belongs to. Parameters are those of `authorizationStore`. */
import { randomUUID } from "node:crypto";
import { returnedAsOneColumn } from "@countersign/database";
import type { NewAuthorization } from "./authorizations.ts";

/** What an authorization yields, as `Authorization` has it. */
export const YIELDED = `id, client_id AS "clientId", sub, sid, scopes, resource, nonce, acr, amr, auth_time AS "authTime",
  claims_request -> 'id_token' AS "idTokenClaims"`;

const MOST_IDLE_LOST_SECONDS = 60;

/**
 * A session is prolonged when that gains so many seconds, and not by every authorization: then most of them change no row
 * but their own.
 */
const leastGained = (idleSeconds: number) => Math.min(MOST_IDLE_LOST_SECONDS, idleSeconds / 100);

// A session is locked as what refers to it locks it: those that issue in it do not wait for one another, and who ends it does.
const LIVE_SESSION = "s.id = $4 AND s.active_user_id = $3 AND s.expires_at > $16 AND s.idle_expires_at > $16";
const ABLE = "c.id = $2 AND c.disabled_at IS NULL AND u.id = $3 AND u.disabled_at IS NULL";

/**
 * @param sub the subject that the client sees
 * @param from the tables that it and the `sid` come from, and what holds of them
 */
const inserting = (sid: string, sub: string, from: string) => `
  INSERT INTO "authorization" (id, client_id, user_id, session_id, sid, sub, scopes, resource, nonce, acr, amr, auth_time,
                               code_hash, code_challenge, redirect_uri, code_expires_at, created_at, expires_at,
                               claims_request)
  SELECT $1, $2, $3, CASE WHEN $17 THEN NULL ELSE $4::uuid END, ${sid}, ${sub}, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $18, $19
    FROM ${from}
  RETURNING ${YIELDED}`;

/** For a client that knows the session already, and a session that is prolonged enough. */
const IN_KNOWN_SESSION = {
  name: "authorization-create-known",
  text: returnedAsOneColumn(
    inserting(
      "$5::uuid",
      "$3::uuid::text",
      `browser_session s, client c, end_user u WHERE ${LIVE_SESSION} AND ${ABLE} FOR KEY SHARE OF s`,
    ),
  ),
};

/** @param subject the `sub` that the client sees, and what yields it besides `known` */
const creating = (subject: { readonly sub: string; readonly from?: string }) =>
  returnedAsOneColumn(
    inserting("known.sid", subject.sub, `known${subject.from === undefined ? "" : ", subject"}`),
    `live AS (
    SELECT s.id FROM browser_session s WHERE ${LIVE_SESSION} FOR KEY SHARE
  ), prolonged AS (
    UPDATE browser_session s SET idle_expires_at = LEAST(s.expires_at, $20) FROM live
     WHERE s.id = live.id AND s.idle_expires_at < LEAST(s.expires_at, $21)
  ), able AS (
    SELECT live.id FROM live, client c, end_user u WHERE ${ABLE}
  ), before AS (
    SELECT k.sid FROM session_client k, able WHERE k.session_id = able.id AND k.client_id IS NOT DISTINCT FROM $2
  ), first AS (
    INSERT INTO session_client (sid, session_id, client_id)
    SELECT $5, able.id, $2 FROM able WHERE NOT EXISTS (SELECT FROM before)
    ON CONFLICT (session_id, client_id) DO UPDATE SET client_id = EXCLUDED.client_id
    RETURNING sid
  ), known AS (
    SELECT sid FROM before UNION ALL SELECT sid FROM first
  )${subject.from ?? ""}`,
  );

const CREATE = { name: "authorization-create", text: creating({ sub: "$3::uuid::text" }) };

// OIDC Core §8.1: the first time a sector sees this person, its subject for them is made along.
const CREATE_PAIRWISE = {
  name: "authorization-create-pairwise",
  text: creating({
    sub: "subject.sub",
    from: `, subject AS (
    INSERT INTO pairwise_subject (user_id, sector, sub) SELECT $3, $22, $23 FROM known
    ON CONFLICT (user_id, sector) DO UPDATE SET sector = EXCLUDED.sector
    RETURNING sub
  )`,
  }),
};

/** The statement that makes this authorization, and the values that it takes besides those that all take. */
export function creationOf({ sector, session, createdAt, sessionIdleSeconds }: NewAuthorization) {
  const idleEnd = after(createdAt, sessionIdleSeconds);
  const prolongBefore = after(createdAt, sessionIdleSeconds - leastGained(sessionIdleSeconds));
  if (sector !== undefined) return { ...CREATE_PAIRWISE, more: [idleEnd, prolongBefore, sector, randomUUID()] };
  if (session.sid === undefined || session.idleExpiresAt < prolongBefore)
    return { ...CREATE, more: [idleEnd, prolongBefore] };
  return { ...IN_KNOWN_SESSION, more: [] };
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
