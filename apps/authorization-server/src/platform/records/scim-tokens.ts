/** Tokens for SCIM as operators and administrators see them: without the token. */
import type { Database } from "@countersign/database";

export interface ScimTokenRecord {
  readonly id: string;
  readonly note: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The tokens of an organization, the newest first. They are few. */
export const listScimTokens = async (
  { pool }: Pick<Database, "pool">,
  organizationId: string,
): Promise<readonly ScimTokenRecord[]> => (await pool.query<ScimTokenRecord>(LIST, [organizationId])).rows;

const LIST = `
  SELECT id, note, created_at AS "createdAt", expires_at AS "expiresAt"
    FROM scim_token WHERE organization_id = $1 ORDER BY created_at DESC`;
