/** Consent: what a person allowed and declined to a client, per resource server. */
import type { Database } from "@countersign/database";
import { type Consent, withheldClaims } from "@countersign/rules";
import { type Act, audited } from "./audit-events.ts";
import { inTransaction } from "./transaction.ts";

export interface ConsentKey {
  readonly userId: string;
  readonly clientId: string;
  readonly resource: string;
}

export interface ConsentStore {
  /**
   * Remembers the answer in place of the one before. What was issued on the strength of that gives no claim by name any
   * more that this one withholds.
   */
  record(key: ConsentKey, consent: Consent, by: Pick<Act, "at" | "address">): Promise<void>;
}

export function consentStore({ pool }: Pick<Database, "pool">): ConsentStore {
  return {
    record: ({ userId, clientId, resource }, consent, { at, address }) =>
      inTransaction(pool, async (query) => {
        const { granted, declined } = consent;
        const key = [userId, clientId, resource];
        await query(RECORD, [...key, granted.scopes, declined.scopes, granted.claims, declined.claims, at]);
        await query(WITHHOLD, [...key, withheldClaims(consent)]);
        const detail = { resource, ...flat(consent) };
        await audited(query, { type: "consent", actor: "user", at, userId, clientId, address, detail });
      }),
  };
}

const flat = ({ granted, declined }: Consent) => ({
  grantedScopes: granted.scopes,
  declinedScopes: declined.scopes,
  grantedClaims: granted.claims,
  declinedClaims: declined.claims,
});

const RECORD = `
  INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, granted_claims, declined_claims, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (user_id, client_id, resource)
  DO UPDATE SET granted_scopes = $4, declined_scopes = $5, granted_claims = $6, declined_claims = $7, updated_at = $8`;

// A list that is not there stays away: null minus something is null, and is stripped.
const WITHHOLD = `
  UPDATE "authorization"
     SET claims_request = jsonb_strip_nulls(jsonb_build_object(
           'userinfo', (claims_request -> 'userinfo') - $4::text[], 'id_token', (claims_request -> 'id_token') - $4::text[]))
   WHERE user_id = $1 AND client_id = $2 AND resource = $3 AND claims_request IS NOT NULL AND revoked_at IS NULL`;
