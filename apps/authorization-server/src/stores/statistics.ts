/**
 * Counts of each day (UTC), for the statistics of administrators. A job counts the events of a day by their index;
 * readers read the counts alone, however many events there are.
 */
import type { Database } from "@countersign/database";
import type { AuditType } from "./audit-types.ts";
import { inTransaction } from "./transaction.ts";

/** The ways in which people sign in. */
export const SIGN_IN_METHODS = ["password", "password_and_second_factor", "passkey", "provider", "other"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** What is counted besides sign-ins: how many events of these types a day had. */
const EVENTS = {
  failed_sign_ins: ["sign_in_failed", "second_factor_failed"],
  limited_sign_ins: ["sign_in_limited"],
  new_people: ["user_added", "user_signed_up"],
  deleted_people: ["user_deleted"],
} as const satisfies Readonly<Record<string, readonly AuditType[]>>;

export type CountedEvent = keyof typeof EVENTS;
const COUNTED_EVENTS = Object.keys(EVENTS) as readonly CountedEvent[];

/** The counts of one day. */
export interface DayStatistics {
  /** The day as in RFC 3339 §5.6 `full-date`. */
  readonly day: string;
  readonly signIns: Readonly<Record<SignInMethod, number>>;
  readonly activePeople: number;
  readonly events: Readonly<Record<CountedEvent, number>>;
}

/** What people had at the time of the last count. */
export interface PeopleStatistics {
  readonly total: number;
  readonly withPasskey: number;
  readonly withAuthenticatorApp: number;
  /** `null` if nothing has been counted yet. */
  readonly countedAt: Date | null;
}

/** How long another replica's count is good enough. */
const FRESH_SECONDS = 45;
/** How many days are counted after a time without any count. */
const MOST_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/**
 * Counts today, and every day since the last count, up to 30. Does nothing if another replica counts, or counted in the
 * last 45 seconds. Returns how many days were counted.
 */
export function countDays({ pool }: Pick<Database, "pool">, now: Date): Promise<number> {
  return inTransaction(pool, async (query) => {
    const [turn] = await query(TURN, []);
    const [last] = await query(LAST, [new Date(now.getTime() - FRESH_SECONDS * 1000)]);
    if (turn?.mine !== true || last?.isFresh === true) return 0;

    const today = dayOf(now);
    const first = dayOf(new Date(now.getTime() - (MOST_DAYS - 1) * DAY_MILLISECONDS));
    const days = daysBetween(last?.day == null || String(last.day) < first ? first : String(last.day), today);
    for (const day of days) {
      // biome-ignore lint/performance/noAwaitInLoops: one for each day that was not counted, thirty at most
      await query(COUNT_DAY, [day, nextDay(day), now, ...COUNTED_EVENTS.map((name) => EVENTS[name])]);
    }
    await query(COUNT_PEOPLE, [today, now]);
    return days.length;
  });
}

/** The statistics of days, from the first to the last, with zeros where nothing was counted. */
export async function readDays(
  { pool }: Pick<Database, "pool">,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<readonly DayStatistics[]> {
  const { rows } = await pool.query<{ day: string; values: Record<string, number> }>(READ_DAYS, [first, last]);
  const counted = new Map(rows.map(({ day, values }) => [day, values]));
  return daysBetween(first, last).map((day) => {
    const value = (name: string) => counted.get(day)?.[name] ?? 0;
    return {
      day,
      signIns: recordOf(SIGN_IN_METHODS, (method) => value(`sign_ins_${method}`)),
      activePeople: value("active_people"),
      events: recordOf(COUNTED_EVENTS, value),
    };
  });
}

export async function readPeople({ pool }: Pick<Database, "pool">): Promise<PeopleStatistics> {
  const { rows } = await pool.query<{ values: Record<string, number> | null; countedAt: Date | null }>(READ_PEOPLE);
  const { values, countedAt } = rows[0] ?? { values: null, countedAt: null };
  return {
    total: values?.people ?? 0,
    withPasskey: values?.people_with_passkey ?? 0,
    withAuthenticatorApp: values?.people_with_authenticator_app ?? 0,
    countedAt,
  };
}

/** The day (UTC) of a time. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const nextDay = (day: string) => dayOf(new Date(Date.parse(day) + DAY_MILLISECONDS));

function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  return days;
}

const recordOf = <Name extends string>(names: readonly Name[], value: (name: Name) => number) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>;

const TURN = "SELECT pg_try_advisory_xact_lock(hashtext('countersign statistics')) AS mine";

const LAST = `SELECT max(day)::text AS day, max(counted_at) > $1 AS "isFresh" FROM daily_statistic`;

const eventCount = (name: CountedEvent, index: number) =>
  `SELECT '${name}', count(*) FROM event WHERE type = ANY ($${index + 4}::text[])`;

const COUNT_DAY = `
  WITH event AS (
         SELECT type, user_id, detail->'amr' AS amr FROM audit_event
          WHERE at >= ($1::text || 'T00:00:00Z')::timestamptz AND at < ($2::text || 'T00:00:00Z')::timestamptz),
       sign_in AS (
         SELECT CASE WHEN amr @> '["federated"]' THEN 'provider'
                     WHEN amr @> '["pwd", "mfa"]' THEN 'password_and_second_factor'
                     WHEN amr @> '["pwd"]' THEN 'password'
                     WHEN amr @> '["pop"]' THEN 'passkey'
                     ELSE 'other' END AS method
           FROM event WHERE type = 'sign_in')
  INSERT INTO daily_statistic (day, name, value, counted_at)
  SELECT $1::text::date, counted.name, counted.value, $3::timestamptz
    FROM (SELECT 'sign_ins_' || method, count(*) FROM sign_in GROUP BY method
          UNION ALL SELECT 'active_people', count(DISTINCT user_id) FROM event WHERE type = 'sign_in'
          UNION ALL ${COUNTED_EVENTS.map(eventCount).join(" UNION ALL ")}
         ) AS counted (name, value)
  ON CONFLICT (day, name) DO UPDATE SET value = excluded.value, counted_at = excluded.counted_at`;

const COUNT_PEOPLE = `
  INSERT INTO daily_statistic (day, name, value, counted_at)
  SELECT $1::text::date, counted.name, counted.value, $2::timestamptz
    FROM (SELECT 'people', count(*) FROM end_user
          UNION ALL SELECT 'people_with_passkey', count(DISTINCT user_id) FROM passkey
          UNION ALL SELECT 'people_with_authenticator_app', count(DISTINCT user_id) FROM totp_factor
         ) AS counted (name, value)
  ON CONFLICT (day, name) DO UPDATE SET value = excluded.value, counted_at = excluded.counted_at`;

const READ_DAYS = `
  SELECT day::text, jsonb_object_agg(name, value) AS values FROM daily_statistic
   WHERE day BETWEEN $1::text::date AND $2::text::date GROUP BY day`;

const READ_PEOPLE = `
  SELECT jsonb_object_agg(name, value) AS values, max(counted_at) AS "countedAt" FROM daily_statistic
   WHERE day = (SELECT max(day) FROM daily_statistic)`;
