/**
 * The end of what people agreed to, in the transaction of the act that ends it: consents, and all that stands on them.
 */
import { OFFLINE_ACCESS, type TakenBack } from "@countersign/rules";
import type { Query } from "./transaction.ts";

/** How much ended, for the audit trail. */
export interface EndedAgreements {
  readonly consents: number;
  readonly authorizations: number;
}

/**
 * Ends the consents of a client, of one person or of everybody, with every authorization of theirs: codes, access
 * tokens and refresh tokens. The caller has locked the row that a request which is just being answered must hold (that
 * of the client or of the person) and changed its revision: what was made before is seen here, and what comes later
 * begins anew.
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
 * Cuts the authorizations of a client to what it may still have. The caller has locked the client, as above.
 *
 * @param redirectUris those that are registered now
 * @returns how many authorizations were cut or ended
 */
export async function takeBack(
  query: Query,
  {
    clientId,
    redirectUris,
    taken,
    at,
  }: {
    readonly clientId: string;
    readonly redirectUris: readonly string[];
    readonly taken: TakenBack;
    readonly at: Date;
  },
): Promise<number> {
  if (taken.scopes.length === 0 && !taken.refreshTokens && !taken.redirectUris) return 0;
  const values = [clientId, at, taken.scopes, taken.refreshTokens, taken.redirectUris, redirectUris];
  const [cut] = await query(CUT, values);
  return Number(cut?.ended);
}

const DELETE_CONSENTS = `
  WITH gone AS (
    DELETE FROM consent WHERE client_id = $1 AND ($2::uuid IS NULL OR user_id = $2) RETURNING user_id
  )
  SELECT count(*) AS ended FROM gone`;

// In one order, so that two of these acts never wait for each other in a circle.
const REVOKE = `
  WITH ended AS (
    UPDATE "authorization" SET revoked_at = $3
     WHERE id IN (SELECT id FROM "authorization"
                   WHERE client_id = $1 AND user_id IS NOT NULL AND revoked_at IS NULL
                     AND ($2::uuid IS NULL OR user_id = $2)
                   ORDER BY id FOR NO KEY UPDATE)
    RETURNING id
  )
  SELECT count(*) AS ended FROM ended`;

// OIDC Core §11: an authorization without a session was granted by offline_access and ends with that scope. Its own
// scopes do not tell: a code may have been redeemed for fewer.
const ENDS = `('${OFFLINE_ACCESS}' = ANY($3::text[]) AND a.session_id IS NULL)
       OR ($4 AND EXISTS (SELECT FROM refresh_token t WHERE t.authorization_id = a.id))
       OR ($5 AND a.code_hash IS NOT NULL AND a.redeemed_at IS NULL AND a.redirect_uri <> ALL($6::text[]))`;

const CUT = `
  WITH cut AS (
    UPDATE "authorization" a
       SET scopes = ARRAY(SELECT scope FROM unnest(a.scopes) WITH ORDINALITY AS s (scope, nth)
                           WHERE scope <> ALL($3) ORDER BY nth),
           revoked_at = CASE WHEN ${ENDS} THEN $2::timestamptz END
     WHERE id IN (SELECT id FROM "authorization" a
                   WHERE client_id = $1 AND user_id IS NOT NULL AND revoked_at IS NULL AND (a.scopes && $3 OR ${ENDS})
                   ORDER BY id FOR NO KEY UPDATE)
    RETURNING id
  )
  SELECT count(*) AS ended FROM cut`;
