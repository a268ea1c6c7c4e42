/** What the resource server knows of a person: one statement on one view that it may only read. */

import { ProtocolError } from "@countersign/rules";
import type { HeldClaims } from "@countersign/rules/claim-values";
import type { StandardClaim } from "@countersign/rules/claims";

/** A live authorization with the person's claims. Revoked, expired or disabled ones have no row. */
export interface UserinfoRow extends HeldClaims {
  readonly client_id: string;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  /** Access tokens of this authorization that were revoked one by one. */
  readonly revoked_jtis: readonly string[];
  /** Claims that were requested by name (OIDC Core §5.5) and granted; null for none. */
  readonly requested_claims: readonly StandardClaim[] | null;
}

export interface UserinfoStore {
  /** The authorization as it stands at this moment. Throws `temporarily_unavailable` when the database does not answer. */
  find(authorizationId: string): Promise<UserinfoRow | undefined>;
  /** Rejects unless the view can be read. */
  check(): Promise<unknown>;
}

// Named, so that it is parsed and planned once for each connection.
const FIND = {
  name: "userinfo_v1_find",
  text: `SELECT client_id, sub, scopes, resource, revoked_jtis, name, given_name, family_name, middle_name, nickname,
                preferred_username, profile, picture, website, gender, birthdate, zoneinfo, locale, updated_at,
                email, email_verified, phone_number, phone_number_verified, address, requested_claims
           FROM userinfo_v1
          WHERE authorization_id = $1`,
};

/** As much of a `pg.Pool` as is used. */
interface Pool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

export function userinfoStore(pool: Pool): UserinfoStore {
  return {
    async find(authorizationId) {
      try {
        const { rows } = await pool.query({ ...FIND, values: [authorizationId] });
        return rows[0] as UserinfoRow | undefined; // The view's columns are a contract: a new shape is a new view.
      } catch (err) {
        throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", `database: ${String(err)}`);
      }
    },

    check: () => pool.query({ name: "userinfo_v1_check", text: "SELECT FROM userinfo_v1 LIMIT 0", values: [] }),
  };
}
