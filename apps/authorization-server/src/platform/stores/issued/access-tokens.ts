/**
 * Access tokens. The database stores only two facts about them: whether their authorization is still valid, and which
 * tokens were revoked individually.
 */
import { batchedLookup, type Database, inTime, lookupSql } from "@countersign/database";
import type { AccessTokenClaims, VerifiedAccessToken } from "@countersign/jwt";
import type { Occurrence } from "../audit/audit-events.ts";

/** The claims that identify an access token and the authorization it came from. */
type TokenRef = Pick<AccessTokenClaims, "jti" | "authorization_id" | "client_id" | "sub" | "exp">;

export interface AccessTokenStore {
  /** Denies one access token for the rest of its lifetime. Other tokens of its authorization stay valid. */
  revoke(token: TokenRef, by: Occurrence): Promise<void>;
  /**
   * What a live token gives access to; `undefined` if the token, its authorization, person or client is not active, or
   * if none of its audiences is granted any more.
   *
   * @param token with the audiences that are asked about
   */
  findLive(token: TokenRef & Pick<VerifiedAccessToken, "aud">, at: Date): Promise<LiveAccessToken | undefined>;
}

export interface LiveAccessToken {
  /**
   * The username of the token's person. It is null if there is no person, or if the client knows the person by a
   * pairwise subject: the username would defeat the purpose of that subject (OIDC Core §17.3).
   */
  readonly username: string | null;
  /** The id of the token's person; null if there is no person. */
  readonly userId: string | null;
  /** The most scopes that the token may still have. */
  readonly scopes: readonly string[];
}

export function accessTokenStore({ pipelined }: Pick<Database, "pipelined">): AccessTokenStore {
  const findLive = batchedLookup<LiveKey, LiveAccessToken>(pipelined, LIVE);
  return {
    async revoke({ jti, authorization_id, client_id, exp }, { at, address, reference }) {
      const values = [jti, authorization_id, client_id, new Date(exp * 1000), at, address, reference ?? null];
      await pipelined.change({ name: "access-token-revoke", text: REVOKE, values });
    },

    findLive: ({ jti, authorization_id, client_id, sub, aud }, at) =>
      findLive({ jti, authorization_id, client_id, sub, aud: [aud].flat(), at }),
  };
}

// IS NOT DISTINCT FROM uses no index: see authorizations.ts.
const REVOKE = `
  WITH denied AS (
    INSERT INTO revoked_access_token (jti, authorization_id, expires_at)
    SELECT $1, a.id, $4 FROM "authorization" a WHERE a.id = $2 AND a.client_id IS NOT DISTINCT FROM $3
    ON CONFLICT (jti) DO NOTHING RETURNING authorization_id
  )
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
  SELECT $5, 'token_revoked', 'client', $3, a.user_id, $3, $6,
         jsonb_build_object('authorizationId', a.id, 'jti', $1::text), $7::text
    FROM denied JOIN "authorization" a ON a.id = denied.authorization_id WHERE ${inTime(8)}`;

type LiveKey = Omit<TokenRef, "exp"> & { readonly aud: readonly string[]; readonly at: Date };

const LIVE = {
  name: "access-token-live",
  text: lookupSql(
    "jti text, authorization_id uuid, client_id text, sub text, aud text[], at timestamptz",
    `
  SELECT CASE WHEN a.sub = a.user_id::text THEN u.username END AS username, a.user_id AS "userId",
         CASE WHEN a.user_id IS NULL THEN c.scopes
              WHEN a.resources IS NULL THEN a.scopes
              ELSE ARRAY(SELECT unnest(a.scopes) WHERE a.resource = ANY(asked.aud) UNION ALL
                         SELECT jsonb_array_elements_text(g.scopes) FROM jsonb_each(a.resources) g (key, scopes)
                          WHERE g.key = ANY(asked.aud)) END AS scopes
    FROM "authorization" a
    LEFT JOIN end_user u ON u.id = a.user_id AND u.disabled_at IS NULL
    JOIN client c ON c.id = a.client_id AND c.disabled_at IS NULL
   WHERE a.id = asked.authorization_id AND a.client_id IS NOT DISTINCT FROM asked.client_id AND a.sub = asked.sub
     AND (a.user_id IS NULL OR a.resources IS NULL OR a.resource = ANY(asked.aud)
          OR jsonb_exists_any(a.resources, asked.aud))
     AND a.revoked_at IS NULL AND a.expires_at > asked.at
     AND (a.user_id IS NULL OR u.id IS NOT NULL)
     AND NOT EXISTS (SELECT FROM revoked_access_token r
                      WHERE r.jti = ANY (array_append(a.exchanged_jtis, asked.jti)))`,
  ),
};
