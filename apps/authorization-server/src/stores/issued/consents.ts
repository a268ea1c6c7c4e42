/** Consent: what a person granted and declined to a client, per resource server. */
import type { Database } from "@countersign/database";
import { type Consent, OFFLINE_ACCESS, withheldClaims } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { lockCreationOf } from "./creation-locks.ts";

export interface ConsentKey {
  readonly userId: string;
  readonly clientId: string;
  readonly resource: string;
  /** The revision of the client when the person saw the consent page. */
  readonly clientRevision: number;
  /** The host that the consent page showed to the person. */
  readonly host: string;
}

export interface ConsentStore {
  /**
   * Stores the answer in place of the previous one. If the new answer takes something back, existing authorizations
   * lose it: they no longer give claims by name or scopes that were declined, and if `offline_access` was declined,
   * authorizations that were meant to outlive the session end. If a consent grants more than the previous one, it is
   * valid for `host` alone: at the other hosts nobody was shown what is new. Returns false if the client changed since
   * the person saw the page: then nothing is stored.
   */
  record(key: ConsentKey, consent: Consent, by: Occurrence): Promise<boolean>;
}

export function consentStore({ pool }: Pick<Database, "pool">): ConsentStore {
  return {
    record: ({ userId, clientId, resource, clientRevision, host }, consent, { at, address }) =>
      inTransaction(pool, async (query) => {
        const { granted, declined } = consent;
        const key = [userId, clientId, resource];
        await lockCreationOf(query, { userId });
        if (declined.scopes.length + declined.claims.length > 0) await countTakingBack(query, userId);
        const answers = [granted.scopes, declined.scopes, granted.claims, declined.claims];
        if ((await query(RECORD, [...key, ...answers, at, clientRevision, host])).length === 0) return false;

        await withhold(query, { userId, clientId, resource }, consent, at);
        const detail = { resource, host, ...flat(consent) };
        await recordAudit(query, {
          type: "consent",
          actor: { kind: "person", userId },
          at,
          userId,
          clientId,
          address,
          detail,
        });
        return true;
      }),
  };
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
  { userId, clientId, resource }: Pick<ConsentKey, "userId" | "clientId" | "resource">,
  consent: Consent,
  at: Date,
): Promise<void> {
  await query(WITHHOLD, [userId, clientId, resource, withheldClaims(consent), consent.declined.scopes, at]);
}

const flat = ({ granted, declined }: Consent) => ({
  grantedScopes: granted.scopes,
  declinedScopes: declined.scopes,
  grantedClaims: granted.claims,
  declinedClaims: declined.claims,
});

const RECORD = `
  INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims, declined_claims,
                       updated_at, hosts)
  SELECT $1, id, $3, $4, $5, $6, $7, $8, ARRAY[$10::text] FROM client WHERE id = $2 AND revision = $9 FOR KEY SHARE
  ON CONFLICT (user_id, client_id, resource)
  DO UPDATE SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7, updated_at = $8,
                hosts = CASE WHEN consent.granted_scopes @> $4 AND consent.granted_claims @> $6
                             THEN array_remove(consent.hosts, $10) || $10 ELSE ARRAY[$10::text] END
  RETURNING user_id`;

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
