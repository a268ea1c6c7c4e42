/** How operators read which secrets a client has, and when each was used. */
import type { Database } from "@countersign/database";

export interface SecretRecord {
  readonly which: "current" | "previous";
  /** Null for never. */
  readonly expiresAt: Date | null;
  /** To five minutes. Null if it was never used, or not since such uses are recorded. */
  readonly lastUsedAt: Date | null;
}

/** The secrets of a client that are valid at this time, the newest first: up to two. */
export async function secretsOfClient(
  { pool }: Pick<Database, "pool">,
  clientId: string,
  at: Date,
): Promise<readonly SecretRecord[]> {
  return (await pool.query<SecretRecord>(LIST, [clientId, at])).rows;
}

const LIST = `
  SELECT s.which, s.expires_at AS "expiresAt", u.last_used_at AS "lastUsedAt"
    FROM client c
   CROSS JOIN LATERAL (VALUES ('current', c.secret_hash, c.secret_expires_at),
                              ('previous', c.previous_secret_hash, c.previous_secret_expires_at)
                      ) AS s (which, hash, expires_at)
    LEFT JOIN client_secret_use u ON u.client_id = c.id AND u.secret_hash = s.hash
   WHERE c.id = $1 AND s.hash IS NOT NULL AND (s.which = 'current' OR s.expires_at > $2)
   ORDER BY s.which`;
