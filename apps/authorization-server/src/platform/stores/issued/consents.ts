/** Consent: what a person granted and declined to a client, per resource server. */
import type { Database } from "@countersign/database";
import { type Consent, type JsonObject, OFFLINE_ACCESS, withheldClaims } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { lockCreationOf } from "./creation-locks.ts";

export interface ConsentKey {
  readonly userId: string;
  readonly clientId: string;
  /** The revision of the client when the person saw the consent page. */
  readonly clientRevision: number;
  /** The host that the consent page showed to the person. */
  readonly host: string;
}

/** What a person answered for one resource server. */
export interface Answer {
  readonly resource: string;
  readonly consent: Consent;
  /** The authorization details to remember, in place of those before; undefined if nothing changes. */
  readonly remembered?: readonly JsonObject[] | undefined;
  /** Set if no page asked the person: the operator agreed in their place. */
  readonly policy?: "implicit" | undefined;
}

export interface ConsentStore {
  /** The consents that a person gave a client for these resource servers, by identifier. */
  find(
    whose: Pick<ConsentKey, "userId" | "clientId">,
    resources: readonly string[],
  ): Promise<ReadonlyMap<string, Consent>>;
  /**
   * Stores each answer in place of the previous one. If a new answer takes something back, existing authorizations
   * lose it: they no longer give claims by name or scopes that were declined, and if `offline_access` was declined,
   * authorizations that were meant to outlive the session end. If a consent grants more than the previous one, it is
   * valid only for `host`: at the other hosts no person saw what is new. Returns false if the client changed since
   * the person saw the page: then nothing is stored.
   */
  record(key: ConsentKey, answers: readonly Answer[], by: Occurrence): Promise<boolean>;
}

export function consentStore({ pool }: Pick<Database, "pool">): ConsentStore {
  return {
    async find({ userId, clientId }, resources) {
      const found = await pool.query<ConsentRow>({
        name: "consents-find",
        text: FIND,
        values: [userId, clientId, resources],
      });
      return new Map(found.rows.map((row) => [row.resource, consentOf(row)]));
    },

    record: (key, answers, by) =>
      inTransaction(pool, async (query) => {
        const { userId } = key;
        await lockCreationOf(query, { userId });
        const takesBack = ({ consent: { declined } }: Answer) => declined.scopes.length + declined.claims.length > 0;
        if (answers.some(takesBack)) await countTakingBack(query, userId);
        // The first statement locks the client. So each of the others finds it as the first one did.
        // biome-ignore lint/performance/noAwaitInLoops: one for each resource server of a request, eight at most
        for (const answer of answers) if (!(await recordOne(query, key, answer, by))) return false;
        return true;
      }),
  };
}

async function recordOne(
  query: Query,
  { userId, clientId, clientRevision, host }: ConsentKey,
  { resource, consent, remembered, policy }: Answer,
  by: Occurrence,
): Promise<boolean> {
  const { at } = by;
  const { granted, declined } = consent;
  const answers = [granted.scopes, declined.scopes, granted.claims, declined.claims];
  const values = [userId, clientId, resource, ...answers, at, clientRevision, host];
  if ((await query(RECORD, values)).length === 0) return false;

  await withhold(query, { userId, clientId, resource }, consent, at);
  if (remembered !== undefined) await query(REMEMBER, [userId, clientId, resource, JSON.stringify(remembered)]);
  const detail = { resource, host, ...flat(consent), ...(policy && { policy }) };
  const actor = { kind: "person", userId } as const;
  await recordAudit(query, { type: "consent", actor, userId, clientId, detail, ...by });
  return true;
}

/**
 * Changes the revision of the person's consents. The person's row is locked (creation-locks.ts). Authorizations that
 * were created before can now be taken back. A request that was checked before gets no authorization afterwards: it
 * ends in an error page.
 */
export async function countTakingBack(query: Query, userId: string): Promise<void> {
  await query("UPDATE end_user SET consents_revision = consents_revision + 1 WHERE id = $1", [userId]);
}

/**
 * Takes from existing authorizations what a consent does not grant or no longer grants: claims by name and scopes. If
 * `offline_access` was declined, authorizations that were meant to outlive the session end. The caller has locked the
 * person's row.
 */
export async function withhold(
  query: Query,
  { userId, clientId, resource }: Pick<ConsentKey, "userId" | "clientId"> & Pick<Answer, "resource">,
  consent: Consent,
  at: Date,
): Promise<void> {
  const { scopes } = consent.declined;
  await query(WITHHOLD, [userId, clientId, resource, withheldClaims(consent), scopes, at]);
  if (scopes.length > 0) await query(WITHHOLD_ELSEWHERE, [userId, clientId, resource, scopes]);
}

interface ConsentRow {
  readonly resource: string;
  readonly grantedScopes: readonly string[];
  readonly declinedScopes: readonly string[];
  readonly grantedClaims: readonly string[];
  readonly declinedClaims: readonly string[];
  readonly hosts: readonly string[];
  readonly details: readonly JsonObject[] | null;
}

const consentOf = (row: ConsentRow): Consent => ({
  granted: { scopes: row.grantedScopes, claims: row.grantedClaims },
  declined: { scopes: row.declinedScopes, claims: row.declinedClaims },
  hosts: row.hosts,
  ...(row.details !== null && { details: row.details }),
});

const flat = ({ granted, declined }: Consent) => ({
  grantedScopes: granted.scopes,
  declinedScopes: declined.scopes,
  grantedClaims: granted.claims,
  declinedClaims: declined.claims,
});

const FIND = `
  SELECT resource, granted_scopes AS "grantedScopes", declined_scopes AS "declinedScopes",
         granted_claims AS "grantedClaims", declined_claims AS "declinedClaims", hosts, details
    FROM consent WHERE user_id = $1 AND client_id = $2 AND resource = ANY($3)`;

const RECORD = `
  INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims, declined_claims,
                       updated_at, hosts)
  SELECT $1, id, $3, $4, $5, $6, $7, $8, ARRAY[$10::text] FROM client WHERE id = $2 AND revision = $9 FOR KEY SHARE
  ON CONFLICT (user_id, client_id, resource)
  DO UPDATE SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7, updated_at = $8,
                hosts = CASE WHEN consent.granted_scopes @> $4 AND consent.granted_claims @> $6
                             THEN array_remove(consent.hosts, $10) || $10 ELSE ARRAY[$10::text] END
  RETURNING user_id`;

const REMEMBER = "UPDATE consent SET details = $4 WHERE user_id = $1 AND client_id = $2 AND resource = $3";

// A list that does not exist stays absent: null minus something is null, and is stripped. Rows are locked in the same
// order as in agreements.ts, which ends what a client has. So the two never deadlock.
const WITHHOLD = `
  UPDATE "authorization"
     SET claims_request = CASE WHEN claims_request IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
           'userinfo', (claims_request -> 'userinfo') - $4::text[],
           'id_token', (claims_request -> 'id_token') - $4::text[])) END,
         scopes = ARRAY(SELECT scope FROM unnest(scopes) WITH ORDINALITY AS s (scope, nth)
                         WHERE scope <> ALL($5) ORDER BY nth),
         revoked_at = CASE WHEN session_id IS NULL AND '${OFFLINE_ACCESS}' = ANY($5) THEN $6::timestamptz END
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND revoked_at IS NULL
                   AND (claims_request IS NOT NULL OR scopes && $5::text[]
                        OR session_id IS NULL AND '${OFFLINE_ACCESS}' = ANY($5))
                 ORDER BY id FOR NO KEY UPDATE)`;

// The same for a resource server other than that of /userinfo. If the person took back every scope that was granted
// there, no more tokens are issued for it.
const WITHHOLD_ELSEWHERE = `
  UPDATE "authorization"
     SET resources = CASE WHEN (resources -> $3) <@ to_jsonb($4::text[]) THEN resources - $3
                          ELSE jsonb_set(resources, ARRAY[$3], (resources -> $3) - $4::text[]) END
   WHERE id IN (SELECT id FROM "authorization"
                 WHERE user_id = $1 AND client_id = $2 AND resource <> $3 AND revoked_at IS NULL
                   AND (resources -> $3) ?| $4::text[]
                 ORDER BY id FOR NO KEY UPDATE)`;
