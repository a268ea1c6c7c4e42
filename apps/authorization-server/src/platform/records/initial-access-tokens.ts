/** Initial access tokens as operators see them: RFC 7591 §1.2. */
import type { Database } from "@countersign/database";

export interface ListedInitialAccessToken {
  readonly id: string;
  readonly note: string;
  readonly usesRemaining: number | null;
  readonly maxClients: number | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** How many clients exist that were registered with it. */
  readonly livingClients: number;
}

/** Every token that was not revoked or purged, the newest first. */
export const listInitialAccessTokens = async ({
  pool,
}: Pick<Database, "pool">): Promise<readonly ListedInitialAccessToken[]> =>
  (await pool.query<ListedInitialAccessToken>(LIST)).rows;

const LIST = `
  SELECT t.id, t.note, t.uses_remaining AS "usesRemaining", t.max_clients AS "maxClients",
         t.expires_at AS "expiresAt", t.created_at AS "createdAt",
         (SELECT count(*)::int FROM client c WHERE c.initial_access_token_id = t.id) AS "livingClients"
    FROM initial_access_token t
   ORDER BY t.created_at DESC, t.id`;
