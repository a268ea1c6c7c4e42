/**
 * Bounds the sessions that wait for a synchronous standby that is away. Each caller that gives up leaves one behind,
 * and PostgreSQL does not notice: without a bound they take all its connections, and no one else gets in.
 */
import type { Client } from "pg";

/** For so long after a connection was given up, new ones ask first. */
const SUSPICIOUS_MS = 60_000;

const WAITING = `SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE usename = current_user AND wait_event = 'SyncRep'`;

export interface Crowd {
  /** Says that a connection was given up because no answer came. */
  gaveUp(): void;
  /** Rejects if too many sessions of this login wait, regardless of who left them behind. */
  admit(client: Client): Promise<void>;
}

/** @param most how many may wait before a further connection is refused */
export function crowdOf(most: number): Crowd {
  let gaveUpAt = Number.NEGATIVE_INFINITY;
  return {
    gaveUp() {
      gaveUpAt = performance.now();
    },
    async admit(client) {
      if (performance.now() - gaveUpAt > SUSPICIOUS_MS) return;
      const { rows } = await client.query<{ waiting: number }>(WAITING);
      if ((rows[0]?.waiting ?? 0) < most) return;
      // The code of PostgreSQL for too many connections.
      throw Object.assign(new Error(`${most} sessions wait for a standby of the database`), { code: "53300" });
    },
  };
}
