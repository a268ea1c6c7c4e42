/** Removes what expired, in small batches, so that size follows live use and no batch holds anyone up. */
import type { Database } from "@countersign/database";

const BATCH_ROWS = 1000;

/** Each noun that ends by itself, and the condition under which a row of it is over at `$1`. */
const EXPIRED: Readonly<Record<string, { table: string; key: string; over: string }>> = {
  authorizations: { table: `"authorization"`, key: "id", over: "expires_at <= $1" },
  sessions: { table: "browser_session", key: "id", over: "expires_at <= $1 OR idle_expires_at <= $1" },
  refreshTokens: { table: "refresh_token", key: "token_hash", over: "idle_expires_at <= $1" },
  revokedAccessTokens: { table: "revoked_access_token", key: "jti", over: "expires_at <= $1" },
  initialAccessTokens: { table: "initial_access_token", key: "id", over: "expires_at <= $1" },
};

/** Purges every noun until nothing expired is left, and says how many rows went. */
export async function purge({ pool }: Pick<Database, "pool">, now: Date): Promise<Readonly<Record<string, number>>> {
  const removed: Record<string, number> = {};
  for (const [noun, { table, key, over }] of Object.entries(EXPIRED)) {
    removed[noun] = 0;
    let rows: number;
    do {
      const batch = `SELECT ${key} FROM ${table} WHERE ${over} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED`;
      const { rowCount } = await pool.query(`DELETE FROM ${table} WHERE ${key} IN (${batch})`, [now]);
      rows = rowCount ?? 0;
      removed[noun] += rows;
    } while (rows === BATCH_ROWS);
  }
  return removed;
}
