/** Lists and withdraws consents, for a person or an operator (RFC 6819 §5.2.2.4). */
import { answerConsent, isRequiredScope } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type EndedAgreements, endAgreements } from "../../platform/stores/issued/agreements.ts";
import { countTakingBack, withhold } from "../../platform/stores/issued/consents.ts";
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

/** One scope, or one claim by name, of a consent. */
export interface ConsentPart {
  readonly userId: string;
  readonly clientId: string;
  readonly resource: string;
  readonly scope?: string | undefined;
  readonly claim?: string | undefined;
}

/**
 * Declines one scope or one claim that a person granted before. Existing authorizations lose it; those that depend on
 * `offline_access` end with it. A scope that every sign-in shares, or that the
 * client cannot do without, can only be withdrawn with the whole consent.
 *
 * @returns false if the person did not grant it, or if it is such a scope
 */
export function withdrawPart({ pool }: WithPool, part: ConsentPart, by: By): Promise<boolean> {
  const { userId, clientId, resource, scope, claim } = part;
  const taken = { scopes: scope === undefined ? [] : [scope], claims: claim === undefined ? [] : [claim] };
  if (taken.scopes.some((name) => isRequiredScope(name))) return Promise.resolve(false);

  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    // The lock prevents changes of the client in the meantime, which would end the same authorizations.
    const [client] = await query(REQUIRED, [clientId]);
    if (taken.scopes.some((name) => isRequiredScope(name, client?.required as readonly string[]))) return false;
    const [given] = await query(FIND_GIVEN, [userId, clientId, resource, taken.scopes, taken.claims]);
    if (given === undefined) return false;

    const consent = answerConsent(taken, { scopes: [], claims: [] }, consentOf(given));
    const { granted, declined } = consent;
    const answers = [granted.scopes, declined.scopes, granted.claims, declined.claims];
    await query(REPLACE, [userId, clientId, resource, ...answers, by.at]);
    await countTakingBack(query, userId);
    await withhold(query, part, consent, by.at);
    await recordAudit(query, { type: "consent_withdrawn", userId, clientId, ...by, detail: { resource, ...taken } });
    return true;
  });
}

/**
 * Forgets what a person declined to a client at a resource server, so that they are asked the next time that the client
 * requests it. What they granted stays.
 *
 * @returns false if they declined nothing there
 */
export function askAgain(
  { pool }: WithPool,
  { userId, clientId, resource }: Pick<ConsentPart, "userId" | "clientId" | "resource">,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    await lockCreationOf(query, { userId });
    const [forgotten] = await query(FORGET_DECLINED, [userId, clientId, resource]);
    if (forgotten === undefined) return false;
    await recordAudit(query, { type: "consent_reopened", userId, clientId, ...by, detail: { resource } });
    return true;
  });
}

const consentOf = (row: Record<string, unknown>) => ({
  granted: { scopes: row.grantedScopes as string[], claims: row.grantedClaims as string[] },
  declined: { scopes: row.declinedScopes as string[], claims: row.declinedClaims as string[] },
  hosts: [],
});

const FIND_GIVEN = `
  SELECT granted_scopes AS "grantedScopes", declined_scopes AS "declinedScopes", granted_claims AS "grantedClaims",
         declined_claims AS "declinedClaims"
    FROM consent
   WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND cardinality($4::text[]) + cardinality($5::text[]) = 1
     AND granted_scopes @> $4 AND granted_claims @> $5`;

const REPLACE = `
  UPDATE consent SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7,
                     updated_at = $8
   WHERE user_id = $1 AND client_id = $2 AND resource = $3`;

const FORGET_DECLINED = `
  UPDATE consent SET declined_scopes = '{}', declined_claims = '{}'
   WHERE user_id = $1 AND client_id = $2 AND resource = $3
     AND cardinality(declined_scopes) + cardinality(declined_claims) > 0
  RETURNING user_id`;

/** No operator reviewed a client that registered itself. */
const REQUIRED_BY = `
  CASE WHEN c.registration_access_token_hash IS NULL AND c.id NOT LIKE 'https://%'
       THEN c.required_scopes ELSE '{}' END`;

const REQUIRED = `SELECT ${REQUIRED_BY} AS required FROM client c WHERE id = $1 FOR KEY SHARE OF c`;

const LIST = `
  SELECT k.user_id AS "userId", u.username, k.client_id AS "clientId", c.name AS "clientName", k.resource,
         EXISTS (SELECT FROM client_logo l WHERE l.client_id = c.id) AS "hasLogo", r.name AS "resourceName",
         k.granted_scopes AS "grantedScopes", k.declined_scopes AS "declinedScopes",
         ${REQUIRED_BY} AS "requiredScopes",
         k.granted_claims AS "grantedClaims", k.declined_claims AS "declinedClaims", k.hosts,
         k.updated_at AS "updatedAt", c.consent_policy AS policy
    FROM consent k JOIN end_user u ON u.id = k.user_id JOIN client c ON c.id = k.client_id
    JOIN resource_server r ON r.identifier = k.resource
   WHERE ($1::uuid IS NULL OR k.user_id = $1) AND ($2::text IS NULL OR k.client_id = $2)
   ORDER BY lower(u.username), k.client_id, k.resource`;
