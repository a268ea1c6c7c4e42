/** Authorizations: the row behind everything that one completed authorization request yields. Its code is three of its columns. */
import { randomUUID } from "node:crypto";
import { type Database, returnedAsOneColumn } from "@countersign/database";
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
import { creationOf, YIELDED } from "./authorization-creation.ts";
import type { Session } from "./sessions.ts";

export interface NewAuthorization {
  readonly clientId: string;
  /** The sector of the client, where it knows people by pairwise subjects. */
  readonly sector: string | undefined;
  /** The session as it was found: with a `sid`, and not to be prolonged, it stays as it is. */
  readonly session: Pick<Session, "id" | "sid" | "idleExpiresAt">;
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
      const { name, text, more } = creationOf(a);
      const created = await hot.query<AuthorizationRow>({
        name,
        text,
        values: [
          randomUUID(),
          a.clientId,
          userId,
          a.session.id,
          a.session.sid ?? randomUUID(),
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
          isOffline(a.scopes), // it outlives the session (OIDC Core §11), and so belongs to none
          after(a.createdAt, (a.codeTtlSeconds ?? 0) + a.yieldsSeconds),
          claimsRequestOf(a.claims),
          ...more,
        ],
      });
      const [row] = created.rows;
      return row && { authorization: authorizationOf(row), code };
    },

    async redeemCode(code, { clientId, redirectUri, codeChallenge }, scopes, at, yieldsSeconds) {
      const bound = [hashSecret(code), clientId, redirectUri ?? null, codeChallenge ?? null, at];
      const redeemed = await hot.query<AuthorizationRow>({
        name: "authorization-redeem",
        text: REDEEM,
        values: [...bound, scopes ?? null, after(at, yieldsSeconds)],
      });
      return redeemed.rows[0] && authorizationOf(redeemed.rows[0]);
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

/** How an authorization comes out of the database, its time as text. */
export type AuthorizationRow = Omit<Authorization, "authTime"> & { readonly authTime: string };

export const authorizationOf = (row: AuthorizationRow): Authorization => ({ ...row, authTime: new Date(row.authTime) });

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
