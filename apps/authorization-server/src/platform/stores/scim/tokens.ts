/** Tokens with which the directory of an organization calls SCIM. Only their hashes are stored. */
import type { Database } from "@countersign/database";
import { hashSecret } from "@countersign/rules";

/** What a token that is valid stands for. */
export interface ScimToken {
  readonly id: string;
  readonly organizationId: string;
}

/** The organization of a token; undefined if the token is unknown or expired, or the organization disabled. */
export async function findScimToken(
  { pool }: Pick<Database, "pool">,
  token: string,
  at: Date,
): Promise<ScimToken | undefined> {
  return (await pool.query<ScimToken>(FIND, [hashSecret(token), at])).rows[0];
}

const FIND = `
  SELECT t.id, t.organization_id AS "organizationId"
    FROM scim_token t JOIN organization o ON o.id = t.organization_id
   WHERE t.token_hash = $1 AND t.expires_at > $2 AND o.disabled_at IS NULL`;
