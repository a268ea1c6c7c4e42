/**
 * Counts the events of hours and days (UTC). Events are counted once, from the last one on that was counted. Ids are
 * given before transactions are committed, so an event can appear below that one: an hour that is over is counted once
 * more as a whole, and then for good.
 */
import type { Database } from "@countersign/database";
import { inTransaction, type Query } from "../transaction.ts";
import { EVENTS_OF } from "./statistics.ts";

/** How long another replica's count is good enough. */
const FRESH_SECONDS = 45;
/** How many days are counted at most after a time without any count. */
const MOST_DAYS = 30;
/** An hour may have many events. No request waits for this. */
const TIMEOUT = { statementTimeoutMs: 60_000 };
const BATCH_EVENTS = 20_000;
const BATCH_PEOPLE = 1000;

export interface Progress {
  /** Every hour before this one is counted for good, or was left out. */
  readonly hour: Date;
}

export interface StatisticCounts {
  /** Takes the turn to count. `undefined` if another replica counts, or has just counted. */
  begin(now: Date): Promise<Progress | undefined>;
  /** Counts all events of an hour, for good. */
  countHour(hour: Date): Promise<void>;
  /** Leaves an hour out: the next one is counted after it. */
  leaveOut(hour: Date): Promise<void>;
  /** Counts the events after the last one that was counted, up to 20 000. Returns whether there are more. */
  countEvents(): Promise<boolean>;
  /** Writes down the days from that of this hour on. */
  sumDays(since: Date, now: Date): Promise<void>;
  /** Forgets who signed in on the days before this one, up to 1000 people. Returns whether there are more. */
  forgetActive(day: Date): Promise<boolean>;
  /** Counts people, unless that was done in the last minutes. */
  countPeople(now: Date): Promise<void>;
}

export function statisticCounts({ pool }: Pick<Database, "pool">): StatisticCounts {
  return {
    async begin(now) {
      await pool.query(FIRST, [now, MOST_DAYS]);
      return (await pool.query<Progress>(TURN, [now, FRESH_SECONDS, MOST_DAYS])).rows[0];
    },
    countHour: (hour) => inTransaction(pool, (query) => countHour(query, hour), TIMEOUT),
    leaveOut: async (hour) => void (await pool.query(PASS, [hour])),
    countEvents: () => inTransaction(pool, countEvents, TIMEOUT),
    sumDays: async (since, now) => void (await pool.query(SUM_DAYS, [since, now])),
    forgetActive: async (day) => (await pool.query(FORGET_ACTIVE, [day, BATCH_PEOPLE])).rowCount === BATCH_PEOPLE,
    async countPeople(now) {
      const count = async (query: Query) => void (await query(COUNT_PEOPLE, [now]));
      const [last] = (await pool.query<{ isFresh: boolean | null }>(PEOPLE_ARE_FRESH, [now])).rows;
      if (last?.isFresh !== true) await inTransaction(pool, count, TIMEOUT);
    },
  };
}

// The lock keeps another replica from adding events of this hour that are counted here.
async function countHour(query: Query, hour: Date): Promise<void> {
  await query("SELECT FROM statistic_progress FOR UPDATE", []);
  await query(COUNT_HOUR, [hour]);
  await query(PASS, [hour]);
}

async function countEvents(query: Query): Promise<boolean> {
  const [progress] = await query("SELECT hour, event_id FROM statistic_progress FOR UPDATE", []);
  if (progress === undefined) return false;
  const [batch] = await query(COUNT_EVENTS, [progress.hour, progress.event_id, BATCH_EVENTS]);
  if (batch?.last == null) return false;
  await query("UPDATE statistic_progress SET event_id = $1", [batch.last]);
  return batch.events === BATCH_EVENTS;
}

const hourOf = (at: string) => `date_trunc('hour', ${at}, 'UTC')`;
const dayOf = (hour: string) => `(${hour} AT TIME ZONE 'UTC')::date`;
/** The id of about the last event before an hour. */
const lastBefore = (hour: string) =>
  `COALESCE((SELECT id FROM audit_event WHERE at < ${hour} ORDER BY at DESC LIMIT 1), 0)`;

// The first count begins with the day that an earlier version counted last, or with the first event.
const FIRST = `
  INSERT INTO statistic_progress (hour, event_id, counted_at)
  SELECT first.hour, ${lastBefore("first.hour")}, '-infinity'
    FROM (SELECT GREATEST(COALESCE((SELECT max(day)::timestamp AT TIME ZONE 'UTC' FROM daily_statistic),
                                   (SELECT ${hourOf("min(at)")} FROM audit_event), ${hourOf("$1::timestamptz")}),
                          ${hourOf("$1::timestamptz - make_interval(days => $2)")}) AS hour) AS first
   WHERE NOT EXISTS (SELECT FROM statistic_progress)
  ON CONFLICT DO NOTHING`;

const TURN = `
  UPDATE statistic_progress
     SET counted_at = $1, hour = GREATEST(hour, ${hourOf("$1::timestamptz - make_interval(days => $3)")})
   WHERE only_one IN (SELECT only_one FROM statistic_progress
                       WHERE counted_at <= $1::timestamptz - make_interval(secs => $2) FOR UPDATE SKIP LOCKED)
  RETURNING hour`;

const PASS = `
  UPDATE statistic_progress SET hour = passed.hour, event_id = GREATEST(event_id, ${lastBefore("passed.hour")})
    FROM (SELECT $1::timestamptz + interval '1 hour' AS hour) AS passed WHERE statistic_progress.hour < passed.hour`;

/** The method of a sign-in: `amr` is that of the event. */
export const METHOD = `
  CASE WHEN amr @> '["federated"]' THEN 'provider'
       WHEN amr @> '["pwd", "mfa"]' THEN 'password_and_second_factor'
       WHEN amr @> '["pwd"]' THEN 'password'
       WHEN amr @> '["pop"]' THEN 'passkey'
       ELSE 'other' END`;

const NAME = `
  CASE WHEN type = 'sign_in' THEN 'sign_ins_' || ${METHOD}
       ${Object.entries(EVENTS_OF)
         .map(([name, types]) => `WHEN type IN (${types.map((type) => `'${type}'`).join(", ")}) THEN '${name}'`)
         .join("\n       ")} END`;

/**
 * Counts the rows of `event` by hour and name. People who are active for the first time on a day are counted in its
 * first hour.
 */
const counting = (onConflict: string) => `
  active AS (
    INSERT INTO active_person (day, user_id)
    SELECT DISTINCT ${dayOf("hour")}, user_id FROM event WHERE type = 'sign_in' AND user_id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING day),
  counted AS (
    SELECT hour, name, count(*) AS value FROM (SELECT hour, ${NAME} AS name FROM event) AS named
     WHERE name IS NOT NULL GROUP BY hour, name
    UNION ALL
    SELECT day::timestamp AT TIME ZONE 'UTC', 'active_people', count(*) FROM active GROUP BY day),
  written AS (
    INSERT INTO hourly_statistic AS held (hour, name, value) SELECT hour, name, value FROM counted
    ON CONFLICT (hour, name) DO UPDATE SET value = ${onConflict})`;

const COUNT_HOUR = `
  WITH event AS (
    SELECT $1::timestamptz AS hour, type, user_id, detail->'amr' AS amr FROM audit_event
     WHERE at >= $1 AND at < $1::timestamptz + interval '1 hour'),
  ${counting("excluded.value + CASE WHEN excluded.name = 'active_people' THEN held.value ELSE 0 END")}
  SELECT`;

const COUNT_EVENTS = `
  WITH batch AS (
    SELECT id, at, type, user_id, detail->'amr' AS amr FROM audit_event WHERE id > $2 ORDER BY id LIMIT $3),
  event AS (SELECT ${hourOf("at")} AS hour, type, user_id, amr FROM batch WHERE at >= $1),
  ${counting("held.value + excluded.value")}
  SELECT max(id) AS last, count(*)::int AS events FROM batch`;

const SUM_DAYS = `
  INSERT INTO daily_statistic (day, name, value, counted_at)
  SELECT ${dayOf("hour")} AS day, name, sum(value), $2::timestamptz FROM hourly_statistic
   WHERE hour >= date_trunc('day', $1::timestamptz, 'UTC') GROUP BY 1, 2
  ON CONFLICT (day, name) DO UPDATE SET value = excluded.value, counted_at = excluded.counted_at`;

const FORGET_ACTIVE = `
  DELETE FROM active_person WHERE (day, user_id) IN (
    SELECT day, user_id FROM active_person WHERE day < ${dayOf("$1::timestamptz")} LIMIT $2 FOR UPDATE SKIP LOCKED)`;

const PEOPLE_ARE_FRESH = `
  SELECT max(counted_at) > $1::timestamptz - interval '10 minutes' AS "isFresh" FROM daily_statistic
   WHERE day = ${dayOf("$1::timestamptz")} AND name = 'people'`;

const COUNT_PEOPLE = `
  INSERT INTO daily_statistic (day, name, value, counted_at)
  SELECT ${dayOf("$1::timestamptz")}, counted.name, counted.value, $1::timestamptz
    FROM (SELECT 'people', count(*) FROM end_user
          UNION ALL SELECT 'people_with_passkey', count(DISTINCT user_id) FROM passkey
          UNION ALL SELECT 'people_with_authenticator_app', count(DISTINCT user_id) FROM totp_factor
         ) AS counted (name, value)
  ON CONFLICT (day, name) DO UPDATE SET value = excluded.value, counted_at = excluded.counted_at`;
