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

async function purgeTable(pool: Pool, statement: ReturnType<typeof purge>, batch: number): Promise<number> {
  let purged = 0;
  let rows: number;
  do {
    rows = (await reach(() => pool.query({ ...statement, values: [batch] }))).rowCount ?? 0;
    purged += rows;
  } while (rows === batch);
  return purged;
}

const entries = purge("ephemeral_entry", "expires_at <= statement_timestamp()");
const members = purge("ephemeral_member", "expires_at <= statement_timestamp()");
// The expiry of a counter is in milliseconds since 1970.
const counters = purge("rate_limit", "expire <= (extract(epoch FROM statement_timestamp()) * 1000)::bigint");

function purge(table: string, expired: string) {
  return {
    name: `purge-${table}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM ${table} WHERE ${expired} LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  };
}
