/**
 * A week in minutes. On each day, new grants are made, those of the day before expire, and they are purged under
 * load.
 */
import type { Pool } from "pg";
import { ready } from "../load/load.ts";
import type { Load } from "../load/model.ts";
import { expire, expireFlows, grants } from "./fill.ts";

export interface Day {
  readonly day: number;
  /** The duration of the purge in seconds, and the 99th percentile of the load during the purge. */
  readonly purgeSeconds: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** The size of the tables and indexes of authorizations and refresh tokens, after the purge. */
  readonly bytes: number;
  readonly authorizations: number;
}

export interface Week {
  readonly grantsEachDay: number;
  /** The 99th percentile of the load without a purge. */
  readonly quietP99Ms: number;
  readonly days: readonly Day[];
}

interface Options {
  readonly pool: Pool;
  readonly load: Load;
  readonly grantsEachDay: number;
  /** Removes what has expired, as the service does every minute. */
  readonly purge: () => Promise<unknown>;
  readonly tell: (line: string) => void;
}

const CONCURRENCY = 4;
const QUIET_SECONDS = 5;

/** VACUUM runs after each day, because autovacuum has no time to run. Autovacuum would run more often, not less. */
export async function liveAWeek({ pool, load, grantsEachDay, purge, tell }: Options): Promise<Week> {
  const run = await ready(load, { concurrency: CONCURRENCY, seconds: QUIET_SECONDS });
  const quiet = await run();
  tell(`  no purge: p99 ${quiet.p99Ms.toFixed(1)} ms`);

  const days: Day[] = [];
  for (let day = 1; day <= 7; day += 1) {
    await grants(pool, `day ${day}`, grantsEachDay);
    await expireFlows(pool);
    if (day > 1) await expire(pool, `day ${day - 1}`, grantsEachDay);

    const startedAt = performance.now();
    const purging = purge().then(() => (performance.now() - startedAt) / 1000);
    const { p99Ms, failed } = await run();
    const purgeSeconds = await purging;
    await pool.query(`VACUUM (ANALYZE) "authorization", refresh_token`);
    const { rows } = await pool.query(SIZE);
    days.push({ day, purgeSeconds, p99Ms, failed, ...rows[0] });
    tell(
      `  day ${day}: purged in ${purgeSeconds.toFixed(1)} s, p99 ${p99Ms.toFixed(1)} ms, ${failed} failed, ` +
        `${rows[0].authorizations} authorizations, ${Math.round(rows[0].bytes / 1e6)} MB`,
    );
  }
  return { grantsEachDay, quietP99Ms: quiet.p99Ms, days };
}

const SIZE = `
  SELECT (pg_total_relation_size('"authorization"') + pg_total_relation_size('refresh_token'))::float8 AS bytes,
         (SELECT count(*)::int FROM "authorization") AS authorizations`;
