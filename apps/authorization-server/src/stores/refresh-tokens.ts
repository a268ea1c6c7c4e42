/** Refresh tokens: a family of them below one authorization, of which one is live (RFC 9700 §4.14). */
import {
  asBytea,
  asJson,
  askedTogether,
  type Change,
  changedTogether,
  changeForEachAsked,
  type Database,
  forEachAsked,
} from "@countersign/database";
import { after, hashSecret, newSecret, openSecret, type Secret, type SpentToken, sealSecret } from "@countersign/rules";
import type { AuditType, Occurrence } from "./audit-events.ts";
import {
  AUTHORIZATION_COLUMNS,
  type Authorization,
  type AuthorizationRow,
  authorizationOf,
  NARROWS,
} from "./authorization-row.ts";

export interface RefreshLifetime {
  /** How long a token may lie unused, in seconds. */
  readonly idleSeconds: number;
  /** How long the family may live, whatever its use, in seconds. */
  readonly absoluteSeconds: number;
}

export interface Rotated {
  readonly authorization: Authorization;
  readonly refreshToken: Secret;
}

/** A token that was spent before, as far as its own client may know of it. */
export interface SpentRefreshToken extends SpentToken {
  readonly authorization: Authorization;
  /** Its successor; none once that was used. */
  readonly sealedSuccessor: Uint8Array | null;
}

export interface LiveRefreshToken {
  readonly scopes: readonly string[];
  readonly sub: string;
  /** When it ends unless it is used. */
  readonly expiresAt: Date;
}

/** Why a family ends, for the audit trail. */
export interface Revocation extends Occurrence {
  readonly type: Extract<AuditType, "refresh_token_replayed" | "token_revoked">;
}

export interface RefreshTokenStore {
  /**
   * Makes the first token of an authorization, which lives as long as the family from now on. `undefined` if it was
   * revoked meanwhile.
   */
  create(authorizationId: string, at: Date): Promise<Secret | undefined>;
  /**
   * Replaces a live token by a new one: of racing callers exactly one does, and never for another client's, an expired
   * or revoked one, one of a disabled person, or one whose session is over. `scopes`, when given, must be granted ones,
   * or nothing is spent.
   */
  rotate(
    token: string,
    clientId: string,
    scopes: readonly string[] | undefined,
    at: Date,
  ): Promise<Rotated | undefined>;
  /**
   * The token as a spent one of this client's that could still be repeated; `undefined` if it never was its, or all is
   * over.
   */
  findSpent(token: string, clientId: string, at: Date): Promise<SpentRefreshToken | undefined>;
  /** What a live token of this client's stands for, without spending it. */
  findLive(token: string, clientId: string, at: Date): Promise<LiveRefreshToken | undefined>;
  /**
   * Revokes the authorization of a token of this client's, live or spent, and so all it ever yielded. False if there is
   * none.
   */
  revokeFamily(token: string, clientId: string, act: Revocation): Promise<boolean>;
}

export function refreshTokenStore({ hot }: Pick<Database, "hot">, lifetime: RefreshLifetime): RefreshTokenStore {
  const idleEnd = (at: Date) => after(at, lifetime.idleSeconds);
  const rotate = changedTogether<RotatedToken, AuthorizationRow>(hot, ROTATE);
  const findSpent = askedTogether<ShownToken, SpentRow>(hot, SPENT);
  const findLive = askedTogether<ShownToken, LiveRow>(hot, LIVE);

  return {
    async create(authorizationId, at) {
      const token = newSecret();
      const values = [authorizationId, hashSecret(token), at, idleEnd(at), after(at, lifetime.absoluteSeconds)];
      const created = await hot.query({ name: "refresh-create", text: CREATE, values });
      return created.rowCount === 1 ? token : undefined;
    },

    async rotate(token, clientId, scopes, at) {
      const next = newSecret();
      const row = await rotate({
        ...shown(token, clientId, at),
        scopes,
        next_hash: asBytea(hashSecret(next)),
        sealed_next: asBytea(sealSecret(next, token)),
        idle_ends_at: idleEnd(at),
      });
      return row && { authorization: authorizationOf(row), refreshToken: next };
    },

    async findSpent(token, clientId, at) {
      const row = await findSpent(shown(token, clientId, at));
      return row && spentOf(row);
    },

    async findLive(token, clientId, at) {
      const row = await findLive(shown(token, clientId, at));
      return row && { ...row, expiresAt: new Date(row.expiresAt) };
    },

    async revokeFamily(token, clientId, { type, at, address }) {
      const values = [hashSecret(token), clientId, at, type, address];
      return (await hot.query({ name: "refresh-revoke", text: REVOKE, values })).rowCount === 1;
    },
  };
}

/** The successor that a spent token keeps for whoever still has it. */
export function successorOf({ sealedSuccessor }: SpentRefreshToken, token: string): Secret | undefined {
  return sealedSuccessor === null ? undefined : openSecret(sealedSuccessor, token);
}

const SHOWN = "token_hash bytea, client_id text, at timestamptz";

// Revoked, disabled, expired, signed out: all of it rides in every statement. OFFSET 0 keeps PostgreSQL from beginning
// with the persons. OIDC Core §11: an authorization that names a session ends with it, also when nobody ended the
// session and its row is purged.
const GOES_ON = `
       a.id = t.authorization_id AND a.client_id IS NOT DISTINCT FROM asked.client_id
   AND a.revoked_at IS NULL AND a.expires_at > asked.at
   AND EXISTS (SELECT FROM end_user u WHERE u.id = a.user_id AND u.disabled_at IS NULL OFFSET 0)
   AND EXISTS (SELECT FROM client c WHERE c.id = a.client_id AND c.disabled_at IS NULL OFFSET 0)
   AND (a.session_id IS NULL OR EXISTS (
     SELECT FROM browser_session s
      WHERE s.id = a.session_id AND s.expires_at > asked.at AND s.idle_expires_at > asked.at OFFSET 0))`;

const CREATE = `
  WITH family AS (
    UPDATE "authorization" SET expires_at = $5 WHERE id = $1 AND revoked_at IS NULL RETURNING id
  )
  INSERT INTO refresh_token (token_hash, authorization_id, created_at, idle_expires_at)
  SELECT $2, id, $3, LEAST($4::timestamptz, $5) FROM family`;

// Locked in the order in which a DELETE goes: first what is referred to.
// The use of a token is the end of the chance to repeat the one before it: what that one kept is wiped.
const rotating = (locked: string) =>
  changeForEachAsked(
    `${SHOWN}, scopes text[], next_hash bytea, sealed_next bytea, idle_ends_at timestamptz`,
    `held AS MATERIALIZED (
    SELECT asked.*, found.* FROM asked CROSS JOIN LATERAL (
      SELECT t.predecessor_hash, a.id AS authorization_id, a.expires_at, ${asJson(AUTHORIZATION_COLUMNS)} AS "row"
        FROM refresh_token t, "authorization" a
       WHERE t.token_hash = asked.token_hash AND t.spent_at IS NULL AND t.idle_expires_at > asked.at AND ${GOES_ON}
         AND ${NARROWS}
      OFFSET 0 FOR KEY SHARE OF a ${locked} FOR NO KEY UPDATE OF t ${locked}) found
  ), changed AS (
    UPDATE refresh_token t SET spent_at = held.at, successor_hash = held.next_hash, sealed_successor = held.sealed_next
      FROM held
     WHERE t.token_hash = held.token_hash
    RETURNING held.*
  ), wiped AS (
    UPDATE refresh_token t SET sealed_successor = NULL FROM changed WHERE t.token_hash = changed.predecessor_hash
  ), made AS (
    INSERT INTO refresh_token (token_hash, authorization_id, predecessor_hash, created_at, idle_expires_at)
    SELECT next_hash, authorization_id, token_hash, at, LEAST(idle_ends_at, expires_at) FROM changed
  )`,
  );

const ROTATE: Change = {
  together: { name: "refresh-rotate-many", text: rotating("SKIP LOCKED") },
  alone: { name: "refresh-rotate", text: rotating("") },
};

const SPENT = {
  name: "refresh-spent",
  text: forEachAsked(
    SHOWN,
    `
  SELECT t.spent_at AS "spentAt", s.spent_at IS NOT NULL AS "successorSpent",
         encode(t.sealed_successor, 'base64') AS "sealedSuccessor", ${AUTHORIZATION_COLUMNS}
    FROM "authorization" a, refresh_token t LEFT JOIN refresh_token s ON s.token_hash = t.successor_hash
   WHERE t.token_hash = asked.token_hash AND t.spent_at IS NOT NULL AND ${GOES_ON}`,
  ),
};

const LIVE = {
  name: "refresh-live",
  text: forEachAsked(
    SHOWN,
    `
  SELECT a.scopes, a.sub, t.idle_expires_at AS "expiresAt"
    FROM refresh_token t, "authorization" a
   WHERE t.token_hash = asked.token_hash AND t.spent_at IS NULL AND t.idle_expires_at > asked.at AND ${GOES_ON}`,
  ),
};

/** A token, as its client shows it. */
interface ShownToken {
  readonly token_hash: string;
  readonly client_id: string;
  readonly at: Date;
}

interface RotatedToken extends ShownToken {
  readonly scopes: readonly string[] | undefined;
  readonly next_hash: string;
  readonly sealed_next: string;
  readonly idle_ends_at: Date;
}

const shown = (token: string, client_id: string, at: Date): ShownToken => ({
  token_hash: asBytea(hashSecret(token)),
  client_id,
  at,
});

const REVOKE = `
  WITH family AS (
    SELECT a.id, a.revoked_at FROM "authorization" a JOIN refresh_token t ON t.authorization_id = a.id
     WHERE t.token_hash = $1 AND a.client_id IS NOT DISTINCT FROM $2 FOR NO KEY UPDATE OF a
  ), revoked AS (
    UPDATE "authorization" a SET revoked_at = $3 FROM family WHERE a.id = family.id AND family.revoked_at IS NULL
    RETURNING a.id, a.user_id
  ), told AS (
    INSERT INTO audit_event (at, type, actor, user_id, client_id, address, detail)
    SELECT $3, $4, 'client', user_id, $2, $5, jsonb_build_object('authorizationId', id) FROM revoked
  )
  SELECT FROM family`;

/** How rows come out of the database: times as text, bytes in Base64. */
interface SpentRow extends AuthorizationRow {
  readonly spentAt: string;
  readonly successorSpent: boolean;
  readonly sealedSuccessor: string | null;
}

type LiveRow = Omit<LiveRefreshToken, "expiresAt"> & { readonly expiresAt: string };

function spentOf({ spentAt, successorSpent, sealedSuccessor, ...authorization }: SpentRow): SpentRefreshToken {
  return {
    authorization: authorizationOf(authorization),
    spentAt: new Date(spentAt),
    successorSpent,
    sealedSuccessor: sealedSuccessor === null ? null : Buffer.from(sealedSuccessor, "base64"),
  };
}
