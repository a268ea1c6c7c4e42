/**
 * Ends what people agreed to: consents, and all authorizations that depend on them. Requests of a client wait while its
 * row is locked. So an act that ends many rows first ends them in batches without that lock, and then ends only the
 * remaining rows with it.
 */
import { OFFLINE_ACCESS, type TakenBack } from "@countersign/rules";
import type { Query } from "../transaction.ts";

const MOST_AT_ONCE = 1000;

/** How many rows ended, for the audit log. */
export interface EndedAgreements {
  readonly consents: number;
  readonly authorizations: number;
}

/**
 * Ends the consents of a client, for one person or for all people, and every live authorization of these people: codes,
 * access tokens and refresh tokens. The caller has locked the row of the client or of the person, and changed its
 * revision. A request that is being answered must hold that row. So this function sees all authorizations that were
 * created before. A request that was checked before and is answered later gets no authorization: it ends in an error
 * page.
 */
export async function endAgreements(
  query: Query,
  { clientId, userId }: { readonly clientId: string; readonly userId?: string },
  at: Date,
): Promise<EndedAgreements> {
  const [consents] = await query(DELETE_CONSENTS, [clientId, userId ?? null]);
  const [revoked] = await query(REVOKE, [clientId, userId ?? null, at]);
  return { consents: Number(consents?.ended), authorizations: Number(revoked?.ended) };
}

/**
 * Ends the consents of a client and every live authorization of people, in batches. It skips locked rows. The caller
 * later runs `endAgreements` for those, with the client locked. So the two never deadlock.
 *
 * @param query runs each statement in a transaction of its own
 */
export async function endAgreementsInBatches(query: Query, clientId: string, at: Date): Promise<EndedAgreements> {
  const consents = await inBatches(query, DELETE_SOME_CONSENTS, [clientId]);
  return { consents, authorizations: await revokeInBatches(query, clientId, at) };
}

/** Revokes every live authorization that people gave a client, in batches as above. Returns the number revoked. */
export const revokeInBatches = (query: Query, clientId: string, at: Date) =>
  inBatches(query, REVOKE_SOME, [clientId, null, at]);

/** Revokes the remaining authorizations in the transaction of the caller, who has locked the client. */
export const revokeRest = (query: Query, clientId: string, at: Date) => query(REVOKE, [clientId, null, at]);

async function inBatches(query: Query, statement: string, values: readonly unknown[]): Promise<number> {
  let ended = 0;
  // biome-ignore lint/performance/noAwaitInLoops: a thousand at a time
  for (let last = MOST_AT_ONCE; last === MOST_AT_ONCE; ended += last) last = countOf(await query(statement, values));
  return ended;
}

/** The sum of what ended before an act and what ended with it. */
export const together = (some: EndedAgreements, others: EndedAgreements): EndedAgreements => ({
  consents: some.consents + others.consents,
  authorizations: some.authorizations + others.authorizations,
});

const countOf = ([counted]: readonly Record<string, unknown>[]) => Number(counted?.ended);

/** How the authorizations of a client are reduced to what it may still have. */
export interface Cut {
  readonly clientId: string;
  /** The redirect URIs that are registered now. */
  readonly redirectUris: readonly string[];
  readonly taken: TakenBack;
  readonly at: Date;
}

/**
 * Reduces the authorizations of a client to what it may still have. The caller has locked the client, as above.
 *
 * @returns how many authorizations were reduced or ended
 */
export async function takeBack(query: Query, cut: Cut): Promise<number> {
  return takesNothing(cut) ? 0 : countOf(await query(CUT, valuesOf(cut)));
}

/** The same in batches, before the client is locked, as `endAgreementsInBatches` does. */
export async function takeBackInBatches(query: Query, cut: Cut): Promise<number> {
  return takesNothing(cut) ? 0 : inBatches(query, CUT_SOME, valuesOf(cut));
}

const takesNothing = ({ taken }: Cut) => taken.scopes.length === 0 && !taken.refreshTokens && !taken.redirectUris;

const valuesOf = ({ clientId, redirectUris, taken, at }: Cut) => [
  clientId,
  at,
  taken.scopes,
  taken.refreshTokens,
  taken.redirectUris,
  redirectUris,
];

const DELETE_CONSENTS = `
  WITH gone AS (
    DELETE FROM consent WHERE client_id = $1 AND ($2::uuid IS NULL OR user_id = $2) RETURNING user_id
  )
  SELECT count(*) AS ended FROM gone`;

const DELETE_SOME_CONSENTS = `
  WITH gone AS (
    DELETE FROM consent
     WHERE (user_id, client_id, resource) IN (SELECT user_id, client_id, resource FROM consent WHERE client_id = $1
                                               LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING user_id
  )
  SELECT count(*) AS ended FROM gone`;

// The rows are locked in one order, so that two of these acts never deadlock. A batch waits for no lock.
const ALL = "ORDER BY id FOR NO KEY UPDATE";
const SOME = `LIMIT ${MOST_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED`;

const revoking = (which: string) => `
  WITH ended AS (
    UPDATE "authorization" SET revoked_at = $3
     WHERE id IN (SELECT id FROM "authorization"
                   WHERE client_id = $1 AND user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > $3
                     AND ($2::uuid IS NULL OR user_id = $2)
                   ${which})
    RETURNING id
  )
  SELECT count(*) AS ended FROM ended`;
const REVOKE = revoking(ALL);
const REVOKE_SOME = revoking(SOME);

// OIDC Core §11: an authorization without a session was granted by offline_access and ends with that scope. The scopes
// of the authorization are not a reliable sign, because the code may have been redeemed for fewer scopes.
const ENDS = `('${OFFLINE_ACCESS}' = ANY($3::text[]) AND a.session_id IS NULL)
       OR ($4 AND EXISTS (SELECT FROM refresh_token t WHERE t.authorization_id = a.id))
       OR ($5 AND a.code_hash IS NOT NULL AND a.redeemed_at IS NULL AND a.redirect_uri <> ALL($6::text[]))`;

const cutting = (which: string) => `
  WITH cut AS (
    UPDATE "authorization" a
       SET scopes = ARRAY(SELECT scope FROM unnest(a.scopes) WITH ORDINALITY AS s (scope, nth)
                           WHERE scope <> ALL($3) ORDER BY nth),
           resources = COALESCE((SELECT jsonb_object_agg(key, value - $3::text[]) FROM jsonb_each(a.resources)),
                                a.resources),
           revoked_at = CASE WHEN ${ENDS} THEN $2::timestamptz END
     WHERE id IN (SELECT id FROM "authorization" a
                   WHERE client_id = $1 AND user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > $2
                     AND (a.scopes && $3 OR ${ENDS}
                          OR EXISTS (SELECT FROM jsonb_each(a.resources) WHERE value ?| $3::text[]))
                   ${which})
    RETURNING id
  )
  SELECT count(*) AS ended FROM cut`;
const CUT = cutting(ALL);
const CUT_SOME = cutting(SOME);
