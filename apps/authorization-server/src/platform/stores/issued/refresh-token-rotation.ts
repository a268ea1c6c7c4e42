/**
 * Uses a refresh token in one statement. Either it is replaced by its successor, and exactly one of several racing
 * callers succeeds (RFC 9700 §4.14.2), or it stays, and its time begins again.
 */
import { asBytea, asJson, type BatchedUpdate, batchedUpdate, type Database, updateSql } from "@countersign/database";
import {
  after,
  type Confirmation,
  confirmationOf,
  hashSecret,
  type Lineage,
  type Secret,
  type Sender,
  sealSecret,
} from "@countersign/rules";
import {
  AUTHORIZATION_COLUMNS,
  type Authorization,
  type AuthorizationRow,
  authorizationOf,
  FOR_RESOURCE,
  NARROWS,
  SAME_SENDER,
} from "./authorization-row.ts";

export interface Rotated {
  readonly authorization: Authorization;
  readonly refreshToken: Secret;
}

/** The client that presents a refresh token. */
export interface Holder {
  readonly clientId: string;
  readonly sender: Sender;
  /** The resource server that the request names, as it is registered. */
  readonly resource?: string | undefined;
}

/**
 * Replaces a live token by a new one. Exactly one of several racing callers succeeds. No caller succeeds if the token
 * belongs to another client or is bound to another sender, is expired or revoked, if its person is disabled, or if its
 * session has ended. If `scopes` is given, all of them must have been granted, and there must be one resource server
 * for the access token; otherwise the token is not spent.
 *
 * @param holder.binds what the successor and those after it are bound to, unless they are bound already (RFC 9449 §5)
 */
export type Rotate = (
  token: string,
  holder: Holder & { readonly binds?: Confirmation | undefined },
  scopes: readonly string[] | undefined,
  at: Date,
) => Promise<Rotated | undefined>;

/** @param idleSeconds how long the successor may stay unused */
export function refreshTokenRotation(
  pipelined: Database["pipelined"],
  idleSeconds: number,
  lineage: Pick<Lineage, "next">,
): Rotate {
  const rotate = batchedUpdate<RotatedToken, AuthorizationRow>(pipelined, ROTATE);

  return async (token, { clientId, sender, resource, binds }, scopes, at) => {
    const next = lineage.next(token);
    const row = await rotate({
      ...shown(token, { clientId, sender, resource }, at, scopes),
      binds,
      next_hash: asBytea(hashSecret(next)),
      sealed_next: asBytea(sealSecret(next, token)),
      idle_ends_at: after(at, idleSeconds),
    });
    return row && { authorization: authorizationOf(row), refreshToken: next };
  };
}

/**
 * Keeps a live token and begins its time again, under the conditions of `Rotate`. Any number of callers may use it.
 * Returns what it gives access to.
 */
export type Prolong = (
  token: string,
  holder: Holder,
  scopes: readonly string[] | undefined,
  at: Date,
) => Promise<{ readonly authorization: Authorization } | undefined>;

/** @param idleSeconds how long the token may stay unused from now on */
export function refreshTokenProlonging(pipelined: Database["pipelined"], idleSeconds: number): Prolong {
  const prolong = batchedUpdate<ProlongedToken, AuthorizationRow>(pipelined, PROLONG);

  return async (token, { clientId, sender, resource }, scopes, at) => {
    const asked = shown(token, { clientId, sender, resource }, at, scopes);
    const row = await prolong({ ...asked, idle_ends_at: after(at, idleSeconds) });
    return row && { authorization: authorizationOf(row) };
  };
}

/** Names and types of the values that a client presents. */
export const SHOWN = "token_hash bytea, client_id text, at timestamptz, resource text, scopes text[], sender jsonb";

// Every statement checks that the authorization is not revoked or expired, that the person and client are not disabled,
// and that the session has not ended. OFFSET 0 keeps PostgreSQL from starting with the table of people. OIDC Core §11:
// an authorization that names a session ends with it, even if the session was not ended and its row was purged.
export const GOES_ON = `
       a.id = t.authorization_id AND a.client_id IS NOT DISTINCT FROM asked.client_id
   AND a.revoked_at IS NULL AND a.expires_at > asked.at
   AND EXISTS (SELECT FROM end_user u WHERE u.id = a.user_id AND u.disabled_at IS NULL OFFSET 0)
   AND EXISTS (SELECT FROM client c WHERE c.id = a.client_id AND c.disabled_at IS NULL OFFSET 0)
   AND (a.session_id IS NULL OR EXISTS (
     SELECT FROM browser_session s
      WHERE s.id = a.session_id AND s.expires_at > asked.at AND s.idle_expires_at > asked.at OFFSET 0))`;

// The rows are locked in the order that a DELETE uses: the referenced row first.
const held = (locked: string) => `
  held AS MATERIALIZED (
    SELECT asked.*, found.* FROM asked CROSS JOIN LATERAL (
      SELECT t.predecessor_hash, a.id AS authorization_id, a.expires_at, ${asJson(AUTHORIZATION_COLUMNS)} AS "row"
        FROM refresh_token t, "authorization" a
       WHERE t.token_hash = asked.token_hash AND t.spent_at IS NULL AND t.idle_expires_at > asked.at AND ${GOES_ON}
         AND ${SAME_SENDER} AND ${NARROWS} AND ${FOR_RESOURCE}
      OFFSET 0 FOR KEY SHARE OF a ${locked} FOR NO KEY UPDATE OF t ${locked}) found
  )`;

// The binding of a family stands in the authorization, as its first token wrote it.
// Once a token is used, the token before it can no longer be repeated: the successor stored with that one is deleted.
// The moment of use is that of the database, which also says how long ago it was: no two clocks are compared.
const rotating = (locked: string) =>
  updateSql(
    `${SHOWN}, binds jsonb, next_hash bytea, sealed_next bytea, idle_ends_at timestamptz`,
    `${held(locked)}, changed AS (
    UPDATE refresh_token t
       SET spent_at = clock_timestamp(), successor_hash = held.next_hash, sealed_successor = held.sealed_next
      FROM held
     WHERE t.token_hash = held.token_hash
    RETURNING held.*
  ), bound AS (
    UPDATE "authorization" a SET cnf = changed.binds FROM changed
     WHERE a.id = changed.authorization_id AND changed.binds IS NOT NULL AND changed."row" ->> 'confirmation' IS NULL
  ), wiped AS (
    UPDATE refresh_token t SET sealed_successor = NULL FROM changed WHERE t.token_hash = changed.predecessor_hash
  ), made AS (
    INSERT INTO refresh_token (token_hash, authorization_id, predecessor_hash, created_at, idle_expires_at)
    SELECT next_hash, authorization_id, token_hash, at, LEAST(idle_ends_at, expires_at) FROM changed
  )`,
  );

const prolonging = (locked: string) =>
  updateSql(
    `${SHOWN}, idle_ends_at timestamptz`,
    `${held(locked)}, changed AS (
    UPDATE refresh_token t SET idle_expires_at = LEAST(held.idle_ends_at, held.expires_at)
      FROM held
     WHERE t.token_hash = held.token_hash
    RETURNING held.*
  )`,
  );

const PROLONG: BatchedUpdate = {
  batch: { name: "refresh-prolong-many", text: prolonging("SKIP LOCKED") },
  single: { name: "refresh-prolong", text: prolonging("") },
};

const ROTATE: BatchedUpdate = {
  batch: { name: "refresh-rotate-many", text: rotating("SKIP LOCKED") },
  single: { name: "refresh-rotate", text: rotating("") },
};

/** A token, as its client presents it. */
export interface ShownToken {
  readonly token_hash: string;
  readonly client_id: string;
  readonly at: Date;
  readonly resource: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly sender: Confirmation | undefined;
}

interface ProlongedToken extends ShownToken {
  readonly idle_ends_at: Date;
}

interface RotatedToken extends ProlongedToken {
  readonly binds: Confirmation | undefined;
  readonly next_hash: string;
  readonly sealed_next: string;
}

export const shown = (
  token: string,
  { clientId, sender, resource }: Holder,
  at: Date,
  scopes?: readonly string[],
): ShownToken => ({
  token_hash: asBytea(hashSecret(token)),
  client_id: clientId,
  at,
  resource,
  scopes,
  sender: confirmationOf(sender),
});
