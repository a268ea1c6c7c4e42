/** Acts and requests that meet in the database. */
import { expect } from "vitest";
import type { World } from "./world.ts";

/**
 * Begins several things at once, and lets none of them lock or write anything before all of them wait for that. So
 * everything that one of them read and compared before its lock is old when it goes on.
 */
export async function atOnce<T>(
  { superuser, rows }: Pick<World, "superuser" | "rows">,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const tables = await rows(`SELECT string_agg(quote_ident(tablename), ', ') AS names FROM pg_tables
                              WHERE schemaname = 'public'`);
  const holder = await superuser.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(`LOCK TABLE ${tables[0]?.names} IN EXCLUSIVE MODE`);
    const answers = Promise.all(requests.map((request) => request()));
    await expect.poll(async () => (await rows(WAITING)).length).toBe(requests.length);
    await holder.query("COMMIT");
    return await answers;
  } finally {
    holder.release(true);
  }
}

const WAITING = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
