/** Removes expired rows from the tables in PostgreSQL. It runs as a job, because no request depends on it. */
import type { Pool } from "pg";
import { reach } from "./unavailable.ts";

const BATCH = 1000;

/**
 * Removes expired entries, set members and rate counters in small batches, so that no statement holds many locks. Two
 * replicas may purge at the same time: each skips the rows that the other has locked. A table that fails keeps none
 * after it.
 *
 * @param batch rows per statement
 * @returns the number of removed rows
 * @throws an error that `isStoreUnavailable` recognizes
 */
export async function purgeExpired(pool: Pool, batch = BATCH): Promise<number> {
  let purged = 0;
  const failures: unknown[] = [];
  for (const statement of [entries, members, counters]) {
    try {
      purged += await purgeTable(pool, statement, batch);
    } catch (err) {
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
  return purged;
}

async function purgeTable(pool: Pool, { first, ...statement }: Purger, batch: number): Promise<number> {
  let [purged, from] = [0, first];
  for (;;) {
    const { rows } = await reach(() =>
      pool.query<{ count: number; last: string | null }>({ ...statement, values: [batch, from] }),
    );
    const { count = 0, last = null } = rows[0] ?? {};
    purged += count;
    from = last ?? from;
    if (count < batch) return purged;
  }
}

interface Purger {
  readonly name: string;
  readonly text: string;
  /** What is before every expiry. */
  readonly first: string;
}

const entries = purge("ephemeral_entry", { by: "expires_at", until: "statement_timestamp()", first: "-infinity" });
const members = purge("ephemeral_member", { by: "expires_at", until: "statement_timestamp()", first: "-infinity" });
// The expiry of a counter is in milliseconds since 1970.
const NOW_MS = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";
const counters = purge("rate_limit", { by: "expire", until: NOW_MS, first: "0" });

/**
 * A batch reads its own rows only, in the order of time and from where the batch before it ended: PostgreSQL would read
 * again what that one deleted.
 */
function purge(table: string, { by, until, first }: { by: string; until: string; first: string }): Purger {
  const expired = `SELECT ctid FROM ${table} WHERE ${by} >= $2 AND ${by} <= ${until} ORDER BY ${by}`;
  return {
    name: `purge-${table}`,
    text: `WITH gone AS (
             DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${expired} LIMIT $1 FOR UPDATE SKIP LOCKED))
             RETURNING ${by} AS time)
           SELECT count(*)::int AS count, max(time)::text AS last FROM gone`,
    first,
  };
}
