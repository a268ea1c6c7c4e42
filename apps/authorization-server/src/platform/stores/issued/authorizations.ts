/**
 * Authorizations: each completed authorization request has one row, to which everything it yields belongs. Three
 * columns of the row hold its code.
 */
import {
  asBytea,
  asJson,
  type BatchedUpdate,
  batchedLookup,
  batchedUpdate,
  type Database,
  inTime,
  lookupSql,
  updateSql,
} from "@countersign/database";
import {
  after,
  type Confirmation,
  confirmationOf,
  hashSecret,
  newSecret,
  type Secret,
  type Sender,
} from "@countersign/rules";
import type { Occurrence } from "../audit/audit-events.ts";
import { assertionCreation } from "./assertion-creation.ts";
import { authorizationCreation } from "./authorization-creation.ts";
import {
  AUTHORIZATION_COLUMNS,
  type Authorization,
  type AuthorizationRow,
  authorizationOf,
  FOR_RESOURCE,
  NARROWS,
  type NewAuthorization,
  SAME_SENDER,
} from "./authorization-row.ts";

/** What a code was bound to when it was issued, as the client presents it when it redeems the code. */
export interface CodeBinding {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly sender: Sender;
  /** The resource server that the request names, as it is registered. */
  readonly resource?: string | undefined;
}

export interface Created {
  readonly authorization: Authorization;
  readonly code: Secret | undefined;
}

/** Why no code was redeemed; for a live code, what it was granted for. */
export type Miss = "replayed" | "no_match" | LiveCode;

export interface LiveCode extends Pick<Authorization, "scopes" | "resource" | "resources" | "details"> {
  /** Whether a token can be issued for the resource server that the request names. Then the scopes are too wide. */
  readonly isForResource: boolean;
}

export interface AuthorizationStore {
  /**
   * Creates an authorization, and its code if it has one. If its grounds are a session, the same statement prolongs
   * that, so that it does not idle out. If they are an approval, the device code is its code; an assertion gives none.
   * Returns `undefined` if, since they were read, the session or connection ended, the person, the client or the
   * trusted issuer was disabled, one of the last two changed, or the person took something back.
   */
  create(authorization: NewAuthorization): Promise<Created | undefined>;
  /**
   * Redeems a code. Exactly one of several racing callers gets the authorization. If the binding does not match, or
   * there is no one resource server for the token, the code is not spent. If `scopes` is given, all of them must have
   * been granted, and they become the scopes of an authorization only for /userinfo. Its tokens live for at most
   * `tokenTtlSeconds`, and the row lives at least as long.
   */
  redeemCode(
    code: string,
    binding: CodeBinding,
    scopes: readonly string[] | undefined,
    at: Date,
    tokenTtlSeconds: number,
  ): Promise<Authorization | undefined>;
  /**
   * What a live code gives access to, if the binding matches. Does not redeem it.
   *
   * @param scopes those that the request names: they may decide the resource server
   */
  findLive(code: string, binding: CodeBinding, at: Date, scopes?: readonly string[]): Promise<LiveCode | undefined>;
  /**
   * Explains why no code was redeemed. A code that was spent before is treated as stolen: this call revokes its
   * authorization (RFC 6749 §4.1.2).
   */
  explainMiss(code: string, binding: CodeBinding, by: Occurrence, scopes?: readonly string[]): Promise<Miss>;
}

export function authorizationStore({ pipelined }: Pick<Database, "pipelined">): AuthorizationStore {
  const make = authorizationCreation(pipelined);
  const makeOnAssertion = assertionCreation(pipelined);
  const redeem = batchedUpdate<RedeemedCode, AuthorizationRow>(pipelined, REDEEM);
  const findLive = batchedLookup<ShownCode, LiveCode>(pipelined, LIVE);

  return {
    async create(authorization) {
      const { grounds, codeTtlSeconds } = authorization;
      if (grounds.kind === "assertion") {
        const row = await makeOnAssertion({ ...authorization, grounds });
        return row && { authorization: authorizationOf(row), code: undefined };
      }
      const code = grounds.kind === "approval" || codeTtlSeconds === undefined ? undefined : newSecret();
      const codeHash = grounds.kind === "approval" ? grounds.codeHash : code && hashSecret(code);
      const row = await make({ ...authorization, grounds }, codeHash);
      return row && { authorization: authorizationOf(row), code };
    },

    async redeemCode(code, binding, scopes, at, tokenTtlSeconds) {
      const row = await redeem({ ...shown(code, binding, at, scopes), tokens_until: after(at, tokenTtlSeconds) });
      return row && authorizationOf(row);
    },

    findLive: (code, binding, at, scopes) => findLive(shown(code, binding, at, scopes)),

    async explainMiss(code, binding, { at, address, reference }, scopes) {
      const revoked = await pipelined.change({
        name: "authorization-replay",
        text: REPLAY,
        values: [hashSecret(code), binding.clientId, at, address, reference ?? null],
      });
      if (revoked.rowCount !== 0) return "replayed";

      return (await findLive(shown(code, binding, at, scopes))) ?? "no_match";
    },
  };
}

// The one statement that redeems a code also checks that nothing is revoked or disabled; a sign-out revokes, too. One
// row has the code, but many rows belong to the client. PostgreSQL uses no index for IS NOT DISTINCT FROM, and does not
// merge a subquery with OFFSET 0 into the join. So it cannot start with the many rows of the client (see
// plans.test.ts).
const SHOWN = `code_hash bytea, client_id text, redirect_uri text, code_challenge text, sender jsonb, resource text,
  scopes text[], at timestamptz`;
const MATCHES = `
       a.code_hash = asked.code_hash AND a.client_id IS NOT DISTINCT FROM asked.client_id
   AND a.redirect_uri IS NOT DISTINCT FROM asked.redirect_uri
   AND a.code_challenge IS NOT DISTINCT FROM asked.code_challenge AND ${SAME_SENDER}
   AND a.redeemed_at IS NULL AND a.revoked_at IS NULL AND a.code_expires_at > asked.at
   AND EXISTS (SELECT FROM end_user u WHERE u.id = a.user_id AND u.disabled_at IS NULL OFFSET 0)
   AND EXISTS (SELECT FROM client c WHERE c.id = a.client_id AND c.disabled_at IS NULL OFFSET 0)`;

const redeeming = (locked: string) =>
  updateSql(
    `${SHOWN}, tokens_until timestamptz`,
    `held AS MATERIALIZED (
    SELECT asked.*, found.id FROM asked CROSS JOIN LATERAL (
      SELECT a.id FROM "authorization" a
       WHERE ${MATCHES} AND ${NARROWS} AND ${FOR_RESOURCE}
      OFFSET 0 FOR NO KEY UPDATE OF a ${locked}) found
  ), changed AS (
    UPDATE "authorization" a
       SET redeemed_at = held.at, expires_at = GREATEST(a.expires_at, held.tokens_until),
           scopes = CASE WHEN a.resources IS NULL THEN COALESCE(held.scopes, a.scopes) ELSE a.scopes END
      FROM held WHERE a.id = held.id
    RETURNING held.ordinality, ${asJson(AUTHORIZATION_COLUMNS)} AS "row"
  )`,
  );

const REDEEM: BatchedUpdate = {
  batch: { name: "authorization-redeem-many", text: redeeming("SKIP LOCKED") },
  single: { name: "authorization-redeem", text: redeeming("") },
};

// The revocation is recorded once. If the code is presented again, nothing more is revoked or recorded.
const REPLAY = `
  WITH spent AS (
    SELECT id, user_id, revoked_at FROM "authorization"
     WHERE code_hash = $1 AND client_id IS NOT DISTINCT FROM $2 AND redeemed_at IS NOT NULL FOR NO KEY UPDATE
  ), revoked AS (
    UPDATE "authorization" a SET revoked_at = $3 FROM spent WHERE a.id = spent.id AND spent.revoked_at IS NULL
    RETURNING a.id, a.user_id
  ), told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT $3, 'code_replayed', 'client', $2, user_id, $2, $4, jsonb_build_object('authorizationId', id), $5::text
      FROM revoked
  )
  SELECT FROM spent WHERE ${inTime(6)}`;

// The same conditions as REDEEM, without resource server and scopes. If this finds a row, one of these was the reason
// for the miss.
const LIVE = {
  name: "authorization-live",
  text: lookupSql(
    SHOWN,
    `
  SELECT a.scopes, a.resource, a.resources, a.details, ${FOR_RESOURCE} AS "isForResource"
    FROM "authorization" a WHERE ${MATCHES}`,
  ),
};

/** A code, with the binding that its client presents. */
interface ShownCode {
  readonly code_hash: string;
  readonly client_id: string;
  readonly redirect_uri: string | undefined;
  readonly code_challenge: string | undefined;
  readonly sender: Confirmation | undefined;
  readonly resource: string | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly at: Date;
}

interface RedeemedCode extends ShownCode {
  readonly tokens_until: Date;
}

const shown = (
  code: string,
  { clientId, redirectUri, codeChallenge, sender, resource }: CodeBinding,
  at: Date,
  scopes: readonly string[] | undefined,
): ShownCode => ({
  code_hash: asBytea(hashSecret(code)),
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: codeChallenge,
  sender: confirmationOf(sender),
  resource,
  scopes,
  at,
});
