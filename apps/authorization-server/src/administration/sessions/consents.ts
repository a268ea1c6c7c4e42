/** Lists and withdraws consents, for a person or an operator (RFC 6819 §5.2.2.4). */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type EndedAgreements, endAgreements } from "../../platform/stores/issued/agreements.ts";
import { countTakingBack } from "../../platform/stores/issued/consents.ts";
import { lockCreationOf } from "../../platform/stores/issued/creation-locks.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";

/** What one person granted and declined to one client. */
export interface GivenConsent {
  readonly userId: string;
  readonly username: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly hasLogo: boolean;
  readonly resource: string;
  readonly resourceName: string;
  readonly grantedScopes: readonly string[];
  readonly declinedScopes: readonly string[];
  /** The scopes that the client cannot do without, as its operator says. */
  readonly requiredScopes: readonly string[];
  readonly grantedClaims: readonly string[];
  readonly declinedClaims: readonly string[];
  /** The hosts that responses go to. An older consent has none, and is valid for every host of the client. */
  readonly hosts: readonly string[];
  readonly updatedAt: Date;
  /** The declined scopes that the client may still ask for. */
  readonly askableScopes: readonly string[];
  readonly clientRevision: number;
  /** Whether the person agrees, or the operator in their place. */
  readonly policy: "explicit" | "implicit";
}

/** The consents of a person, a client, or both, sorted by person and client. An undefined filter restricts nothing. */
export async function listConsents(
  { pool }: WithPool,
  { userId, clientId }: { userId: string | undefined; clientId: string | undefined },
): Promise<readonly GivenConsent[]> {
  return (await pool.query<GivenConsent>(LIST, [userId ?? null, clientId ?? null])).rows;
}

/**
 * Withdraws what a person agreed to with a client, and revokes all that was issued under it: codes, access tokens and
 * refresh tokens. The person is asked about the client again. If there is nothing to withdraw or revoke, no audit row
 * is written.
 */
export function withdrawConsents(
  { pool }: WithPool,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  by: By,
): Promise<EndedAgreements> {
  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    // The lock prevents changes of the client in the meantime, which would end the same authorizations.
    await query("SELECT FROM client WHERE id = $1 FOR KEY SHARE", [clientId]);
    await countTakingBack(query, userId);
    const ended = await endAgreements(query, { clientId, userId }, by.at);
    if (ended.consents + ended.authorizations > 0) {
      await recordAudit(query, { type: "consent_withdrawn", userId, clientId, ...by, detail: { ...ended } });
    }
    return ended;
  });
}

/**
 * Withdraws what was agreed to or changed since a time, or all of it, in the transaction of an act that revoked what
 * was issued and holds the lock of the person. The person is asked again. Returns how many there were.
 */
export async function withdrawSince(query: Query, userId: string, since: Date | undefined): Promise<number> {
  const withdrawn = await query(WITHDRAW_SINCE, [userId, since ?? null]);
  if (withdrawn.length > 0) await countTakingBack(query, userId);
  return withdrawn.length;
}

const WITHDRAW_SINCE = `
  DELETE FROM consent WHERE user_id = $1 AND updated_at >= COALESCE($2, updated_at) RETURNING client_id`;

/** No operator reviewed a client that registered itself. */
export const REQUIRED_BY = `
  CASE WHEN c.registration_access_token_hash IS NULL AND c.id NOT LIKE 'https://%'
       THEN c.required_scopes ELSE '{}' END`;

const LIST = `
  SELECT k.user_id AS "userId", u.username, k.client_id AS "clientId", c.name AS "clientName", k.resource,
         EXISTS (SELECT FROM client_logo l WHERE l.client_id = c.id) AS "hasLogo", r.name AS "resourceName",
         k.granted_scopes AS "grantedScopes", k.declined_scopes AS "declinedScopes",
         ${REQUIRED_BY} AS "requiredScopes", c.revision AS "clientRevision",
         ARRAY(SELECT s FROM unnest(k.declined_scopes) s WHERE s = ANY (c.scopes)) AS "askableScopes",
         k.granted_claims AS "grantedClaims", k.declined_claims AS "declinedClaims", k.hosts,
         k.updated_at AS "updatedAt", c.consent_policy AS policy
    FROM consent k JOIN end_user u ON u.id = k.user_id JOIN client c ON c.id = k.client_id
    JOIN resource_server r ON r.identifier = k.resource
   WHERE ($1::uuid IS NULL OR k.user_id = $1) AND ($2::text IS NULL OR k.client_id = $2)
   ORDER BY lower(u.username), k.client_id, k.resource`;
