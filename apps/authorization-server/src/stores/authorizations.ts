/** Authorizations: the row behind everything that one completed authorization request yields. Its code is three of its columns. */
import { randomUUID } from "node:crypto";
import { type Database, firstRow, returnedAsOneColumn } from "@countersign/database";
import {
  type ClaimsByName,
  hashSecret,
  isOffline,
  newSecret,
  type RequestableClaim,
  type Secret,
  type SignIn,
} from "@countersign/rules";
import type { Origin } from "./audit-events.ts";

export interface NewAuthorization {
  readonly clientId: string;
  /** The sector of the client, where it knows people by pairwise subjects. */
  readonly sector: string | undefined;
  readonly sessionId: string;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** The claims that were requested by name and granted. */
  readonly claims: ClaimsByName;
  readonly resource: string;
  readonly nonce: string | undefined;
  readonly redirectUri: string;
  readonly codeChallenge: string | undefined;
  readonly createdAt: Date;
  /** How long its code may be redeemed; none where no code was asked for. */
  readonly codeTtlSeconds: number | undefined;
  /** How long what it yields lives: the row stays as long, counted from the end of its code. */
  readonly yieldsSeconds: number;
  readonly sessionIdleSeconds: number;
}

/** What a code was bound to when it was issued, as the client shows it when redeeming. */
export interface CodeBinding {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
}

export interface Authorization {
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly sid: string | null;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly nonce: string | null;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  /** Claims about the person that belong into its ID tokens, by name; null for none. */
  readonly idTokenClaims: readonly RequestableClaim[] | null;
}

export interface Created {
  readonly authorization: Authorization;
  readonly code: Secret | undefined;
}

export interface AuthorizationStore {
  /**
   * Makes an authorization, and its code if it has one, in one statement with the session it belongs to, which it keeps from idling
   * out. `undefined` when that session ended, or the person or client was disabled, since they were looked up.
   */
  create(authorization: NewAuthorization): Promise<Created | undefined>;
  /**
   * Spends a code: of racing callers exactly one gets the authorization. Who does not match spends nothing.
   * `scopes`, when given, must be granted ones and become the authorization's.
   * What was bought lives for `yieldsSeconds`, and the row as long as that.
   */
  redeemCode(
    code: string,
    binding: CodeBinding,
    scopes: readonly string[] | undefined,
    at: Date,
    yieldsSeconds: number,
  ): Promise<Authorization | undefined>;
  /** Says why nothing was redeemed. A code that was spent before is a stolen one: its authorization is revoked here (RFC 6749 §4.1.2). */
  explainMiss(code: string, binding: CodeBinding, by: Origin): Promise<"replayed" | "scope_exceeded" | "no_match">;
}

export function authorizationStore({ hot }: Pick<Database, "hot">): AuthorizationStore {
  return {
    async create(a) {
      const code = a.codeTtlSeconds === undefined ? undefined : newSecret();
      const codeExpiresAt = a.codeTtlSeconds === undefined ? null : after(a.createdAt, a.codeTtlSeconds);
      const { userId, acr, amr, authenticatedAt } = a.signIn;
      const created = await hot.query({
        ...creatingFor(a.sector),
        values: [
          randomUUID(),
          a.clientId,
          userId,
          a.sessionId,
          randomUUID(),
          a.scopes,
          a.resource,
          a.nonce ?? null,
          acr,
          amr,
          authenticatedAt,
          code === undefined ? null : hashSecret(code),
          a.codeChallenge ?? null,
          a.redirectUri,
          codeExpiresAt,
          a.createdAt,
          after(a.createdAt, a.sessionIdleSeconds),
          isOffline(a.scopes), // it outlives the session (OIDC Core §11), and so belongs to none
          after(a.createdAt, (a.codeTtlSeconds ?? 0) + a.yieldsSeconds),
          claimsRequestOf(a.claims),
          after(a.createdAt, a.sessionIdleSeconds - Math.min(MOST_IDLE_LOST_SECONDS, a.sessionIdleSeconds / 100)),
          ...(a.sector === undefined ? [] : [a.sector, randomUUID()]),
        ],
      });
      const authorization = authorizationOf(firstRow(created));
      return authorization === undefined ? undefined : { authorization, code };
    },

    async redeemCode(code, { clientId, redirectUri, codeChallenge }, scopes, at, yieldsSeconds) {
      const bound = [hashSecret(code), clientId, redirectUri ?? null, codeChallenge ?? null, at];
      const redeemed = await hot.query({
        name: "authorization-redeem",
        text: REDEEM,
        values: [...bound, scopes ?? null, after(at, yieldsSeconds)],
      });
      return authorizationOf(firstRow(redeemed));
    },

    async explainMiss(code, { clientId, redirectUri, codeChallenge }, { at, address }) {
      const revoked = await hot.query({
        name: "authorization-replay",
        text: REPLAY,
        values: [hashSecret(code), clientId, at, address],
      });
      if (revoked.rowCount !== 0) return "replayed";

      const values = [hashSecret(code), clientId, redirectUri ?? null, codeChallenge ?? null, at];
      const live = await hot.query({ name: "authorization-live", text: LIVE, values });
      return live.rowCount === 0 ? "no_match" : "scope_exceeded";
    },
  };
}

const YIELDED = `id, client_id AS "clientId", sub, sid, scopes, resource, nonce, acr, amr, auth_time AS "authTime",
  claims_request -> 'id_token' AS "idTokenClaims"`;

/** How an authorization comes out of the database, its time as text. */
export type AuthorizationRow = Omit<Authorization, "authTime"> & { readonly authTime: string };

export const authorizationOf = (row: AuthorizationRow | undefined): Authorization | undefined =>
  row && { ...row, authTime: new Date(row.authTime) };

/**
 * A session is prolonged when that gains this much or a hundredth of its idle time, and not by every authorization: then
 * most of them change no row but their own.
 */
const MOST_IDLE_LOST_SECONDS = 60;

// A session is locked as what refers to it locks it: those that issue in it do not wait for one another, and who ends it does.
/** @param subject the `sub` that the client sees, and what yields it besides `known` */
const creating = (subject: { readonly sub: string; readonly from?: string }) =>
  returnedAsOneColumn(
    `
  INSERT INTO "authorization" (id, client_id, user_id, session_id, sid, sub, scopes, resource, nonce, acr, amr, auth_time,
                               code_hash, code_challenge, redirect_uri, code_expires_at, created_at, expires_at,
                               claims_request)
  SELECT $1, $2, $3, CASE WHEN $18 THEN NULL ELSE $4::uuid END, known.sid, ${subject.sub}, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $19, $20
    FROM known${subject.from === undefined ? "" : ", subject"}
  RETURNING ${YIELDED}`,
    `live AS (
    SELECT id FROM browser_session
     WHERE id = $4 AND active_user_id = $3 AND expires_at > $16 AND idle_expires_at > $16 FOR KEY SHARE
  ), prolonged AS (
    UPDATE browser_session s SET idle_expires_at = LEAST(s.expires_at, $17) FROM live
     WHERE s.id = live.id AND s.idle_expires_at < LEAST(s.expires_at, $21)
  ), able AS (
    SELECT live.id FROM live, client c, end_user u
     WHERE c.id = $2 AND c.disabled_at IS NULL AND u.id = $3 AND u.disabled_at IS NULL
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

const CREATE = creating({ sub: "$3::uuid::text" });

// OIDC Core §8.1: the first time a sector sees this person, its subject for them is made along.
const CREATE_PAIRWISE = creating({
  sub: "subject.sub",
  from: `, subject AS (
    INSERT INTO pairwise_subject (user_id, sector, sub) SELECT $3, $22, $23 FROM known
    ON CONFLICT (user_id, sector) DO UPDATE SET sector = EXCLUDED.sector
    RETURNING sub
  )`,
});

const creatingFor = (sector: string | undefined) =>
  sector === undefined
    ? { name: "authorization-create", text: CREATE }
    : { name: "authorization-create-pairwise", text: CREATE_PAIRWISE };

// Revoked, disabled, signed out: all of it rides in the one statement that redeems. One row has the code, many are the client's:
// IS NOT DISTINCT FROM uses no index, and OFFSET 0 joins nothing, so PostgreSQL cannot begin with those many (see plans.test.ts).
const MATCHES = `
       code_hash = $1 AND client_id IS NOT DISTINCT FROM $2 AND redirect_uri IS NOT DISTINCT FROM $3 AND code_challenge IS NOT DISTINCT FROM $4
   AND redeemed_at IS NULL AND revoked_at IS NULL AND code_expires_at > $5
   AND EXISTS (SELECT FROM end_user u WHERE u.id = a.user_id AND u.disabled_at IS NULL OFFSET 0)
   AND EXISTS (SELECT FROM client c WHERE c.id = a.client_id AND c.disabled_at IS NULL OFFSET 0)`;

const REDEEM = returnedAsOneColumn(`
  UPDATE "authorization" a SET redeemed_at = $5, expires_at = GREATEST(expires_at, $7), scopes = COALESCE($6, scopes)
   WHERE ${MATCHES} AND ($6::text[] IS NULL OR $6 <@ scopes)
  RETURNING ${YIELDED}`);

// What revokes is an act, and told once; a code that is shown again and again revokes nothing more.
const REPLAY = `
  WITH spent AS (
    SELECT id, user_id, revoked_at FROM "authorization"
     WHERE code_hash = $1 AND client_id IS NOT DISTINCT FROM $2 AND redeemed_at IS NOT NULL FOR UPDATE
  ), revoked AS (
    UPDATE "authorization" a SET revoked_at = $3 FROM spent WHERE a.id = spent.id AND spent.revoked_at IS NULL
    RETURNING a.id, a.user_id
  ), told AS (
    INSERT INTO audit_event (at, type, actor, user_id, client_id, address, detail)
    SELECT $3, 'code_replayed', 'client', user_id, $2, $4, jsonb_build_object('authorizationId', id) FROM revoked
  )
  SELECT FROM spent`;

// All that REDEEM asks for but the scopes: a row here was missed because of them.
const LIVE = `SELECT FROM "authorization" a WHERE ${MATCHES}`;

// An empty list is left out: whoever reads it has nothing to look up.
function claimsRequestOf({ userinfo, idToken }: ClaimsByName): string | null {
  const members = { ...(userinfo.length > 0 && { userinfo }), ...(idToken.length > 0 && { id_token: idToken }) };
  return Object.keys(members).length === 0 ? null : JSON.stringify(members);
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);
