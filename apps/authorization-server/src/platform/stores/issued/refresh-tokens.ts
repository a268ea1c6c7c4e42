/** Refresh tokens: each authorization has a family of them, of which one is live (RFC 9700 §4.14). */
import { batchedLookup, type Database, inTime, lookupSql } from "@countersign/database";
import {
  after,
  type Confirmation,
  hashSecret,
  type Lineage,
  NO_SENDER,
  newSecret,
  openSecret,
  type Secret,
  type SpentToken,
} from "@countersign/rules";
import type { Occurrence } from "../audit/audit-events.ts";
import type { AuditType } from "../audit/audit-types.ts";
import {
  AUTHORIZATION_COLUMNS,
  type Authorization,
  type AuthorizationRow,
  authorizationOf,
  FOR_RESOURCE,
} from "./authorization-row.ts";
import {
  GOES_ON,
  type Holder,
  type Prolong,
  type Rotate,
  refreshTokenProlonging,
  refreshTokenRotation,
  SHOWN,
  type ShownToken,
  shown,
} from "./refresh-token-rotation.ts";
import { type ResumeVerdict, resumption } from "./resumption.ts";

export interface RefreshLifetime {
  /** How long a token may stay unused, in seconds. */
  readonly idleSeconds: number;
  /** How long the family may live, even if it is used, in seconds. */
  readonly absoluteSeconds: number;
}

/** A token that was spent before and whose successor has not expired, with what its own client may know about it. */
export interface SpentRefreshToken extends SpentToken {
  readonly authorization: Authorization;
  /** The successor of the token; null once the successor was used. */
  readonly sealedSuccessor: Uint8Array | null;
}

export interface LiveRefreshToken extends Pick<Authorization, "scopes" | "resource" | "resources" | "details"> {
  /** Whether an access token can be issued for the resource server of the request, or for the only one. */
  readonly isForResource: boolean;
  readonly sub: string;
  /** What the token is bound to; null if it is not bound. */
  readonly confirmation: Confirmation | null;
  /** When the token expires if it is not used. */
  readonly expiresAt: Date;
}

/** Why a family ends, for the audit log. */
export interface Revocation extends Occurrence {
  readonly type: Extract<AuditType, "refresh_token_replayed" | "token_revoked">;
}

export interface RefreshTokenStore {
  /**
   * Creates the first token of an authorization, and binds it and its successors. From now on the authorization lives
   * as long as the family. Returns `undefined` if the authorization was revoked in the meantime.
   */
  create(authorizationId: string, confirmation: Confirmation | undefined, at: Date): Promise<Secret | undefined>;
  readonly rotate: Rotate;
  readonly prolong: Prolong;
  /**
   * Finds a spent token of this client. Returns `undefined` if the token never belonged to this client, or if its
   * authorization or its unused successor is no longer valid.
   */
  findSpent(token: string, clientId: string, at: Date): Promise<SpentRefreshToken | undefined>;
  /**
   * What a live token of this client gives access to, no matter what it is bound to. Does not spend the token.
   *
   * @param scopes those that the request names: they may decide the resource server
   */
  findLive(token: string, holder: Holder, at: Date, scopes?: readonly string[]): Promise<LiveRefreshToken | undefined>;
  /**
   * Makes a token live that this client got, and that the database lost with its last writes (decision 194). A lost
   * token whose family went on without it ends the family.
   */
  resume(token: string, clientId: string, by: Occurrence): Promise<ResumeVerdict>;
  /**
   * Revokes the authorization of a live, spent or lost token of this client, and so everything that was issued under
   * it. Returns false if this client has no such token.
   */
  revokeFamily(token: string, clientId: string, act: Revocation): Promise<boolean>;
}

export function refreshTokenStore(
  { pipelined }: Pick<Database, "pipelined">,
  lifetime: RefreshLifetime,
  lineage: Lineage,
): RefreshTokenStore {
  const resumable = resumption(pipelined, lineage);
  const findSpent = batchedLookup<ShownToken, SpentRow>(pipelined, SPENT);
  const findLive = batchedLookup<ShownToken, LiveRow>(pipelined, LIVE);

  async function revoke(
    hash: Uint8Array,
    clientId: string,
    { type, at, address, reference }: Revocation,
  ): Promise<boolean> {
    const values = [hash, clientId, at, type, address, reference ?? null];
    return (await pipelined.change({ name: "refresh-revoke", text: REVOKE, values })).rowCount === 1;
  }

  async function resume(token: string, clientId: string, by: Occurrence): Promise<ResumeVerdict> {
    const { verdict, forkedAt } = await resumable(token, clientId, by);
    if (forkedAt !== undefined) await revoke(forkedAt, clientId, { ...by, type: "refresh_token_replayed" });
    return verdict;
  }

  return {
    async create(authorizationId, confirmation, at) {
      const token = newSecret();
      const ends = [after(at, lifetime.idleSeconds), after(at, lifetime.absoluteSeconds)];
      const values = [authorizationId, hashSecret(token), at, ...ends, confirmation && JSON.stringify(confirmation)];
      const created = await pipelined.change({ name: "refresh-create", text: CREATE, values });
      return created.rowCount === 1 ? token : undefined;
    },

    rotate: refreshTokenRotation(pipelined, lifetime.idleSeconds, lineage),
    prolong: refreshTokenProlonging(pipelined, lifetime.idleSeconds),

    async findSpent(token, clientId, at) {
      const row = await findSpent(shown(token, { clientId, sender: NO_SENDER }, at));
      return row && spentOf(row);
    },

    async findLive(token, holder, at, scopes) {
      const row = await findLive(shown(token, holder, at, scopes));
      return row && { ...row, expiresAt: new Date(row.expiresAt) };
    },

    resume,

    async revokeFamily(token, clientId, act) {
      if (await revoke(hashSecret(token), clientId, act)) return true;
      return (await resume(token, clientId, act)) === "live" && revoke(hashSecret(token), clientId, act);
    },
  };
}

/** Opens the successor that is stored with a spent token, sealed under that token. */
export function successorOf({ sealedSuccessor }: SpentRefreshToken, token: string): Secret | undefined {
  return sealedSuccessor === null ? undefined : openSecret(sealedSuccessor, token);
}

const CREATE = `
  WITH family AS (
    UPDATE "authorization" SET expires_at = $5, cnf = $6::jsonb WHERE id = $1 AND revoked_at IS NULL RETURNING id
  )
  INSERT INTO refresh_token (token_hash, authorization_id, created_at, idle_expires_at)
  SELECT $2, id, $3, LEAST($4::timestamptz, $5) FROM family WHERE ${inTime(7)}`;

const SPENT = {
  name: "refresh-spent",
  text: lookupSql(
    SHOWN,
    `
  SELECT extract(epoch FROM clock_timestamp() - t.spent_at)::double precision AS "ageSeconds",
         s.spent_at IS NOT NULL AS "successorSpent",
         encode(t.sealed_successor, 'base64') AS "sealedSuccessor", ${AUTHORIZATION_COLUMNS}
    FROM "authorization" a, refresh_token t LEFT JOIN refresh_token s ON s.token_hash = t.successor_hash
   WHERE t.token_hash = asked.token_hash AND t.spent_at IS NOT NULL
     AND (s.spent_at IS NOT NULL OR s.idle_expires_at > asked.at) IS NOT FALSE AND ${GOES_ON}`,
  ),
};

const LIVE = {
  name: "refresh-live",
  text: lookupSql(
    SHOWN,
    `
  SELECT a.scopes, a.resource, a.resources, a.details, ${FOR_RESOURCE} AS "isForResource", a.sub, a.cnf AS confirmation,
         t.idle_expires_at AS "expiresAt"
    FROM refresh_token t, "authorization" a
   WHERE t.token_hash = asked.token_hash AND t.spent_at IS NULL AND t.idle_expires_at > asked.at AND ${GOES_ON}`,
  ),
};

const REVOKE = `
  WITH family AS (
    SELECT a.id, a.revoked_at
      FROM (SELECT authorization_id FROM refresh_token WHERE token_hash = $1 OFFSET 0) t
     CROSS JOIN LATERAL (
       SELECT a.id, a.revoked_at FROM "authorization" a
        WHERE a.id = t.authorization_id AND a.client_id IS NOT DISTINCT FROM $2
       OFFSET 0 FOR NO KEY UPDATE OF a) a
  ), revoked AS (
    UPDATE "authorization" a SET revoked_at = $3 FROM family WHERE a.id = family.id AND family.revoked_at IS NULL
    RETURNING a.id, a.user_id
  ), told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT $3, $4, 'client', $2, user_id, $2, $5, jsonb_build_object('authorizationId', id), $6::text
      FROM revoked
  )
  SELECT FROM family WHERE ${inTime(7)}`;

/** How the database returns rows: bytes in Base64. */
interface SpentRow extends AuthorizationRow {
  readonly ageSeconds: number;
  readonly successorSpent: boolean;
  readonly sealedSuccessor: string | null;
}

type LiveRow = Omit<LiveRefreshToken, "expiresAt"> & { readonly expiresAt: string };

function spentOf({ ageSeconds, successorSpent, sealedSuccessor, ...authorization }: SpentRow): SpentRefreshToken {
  return {
    authorization: authorizationOf(authorization),
    ageSeconds,
    successorSpent,
    sealedSuccessor: sealedSuccessor === null ? null : Buffer.from(sealedSuccessor, "base64"),
  };
}
