/**
 * The statistics of each day (UTC), for administrators. A job counts the events (`statistic-counts.ts`); readers read
 * only the counts, no matter how many events there are.
 */
import type { Database } from "@countersign/database";
import type { AuditType } from "./audit-types.ts";

/** The ways in which people sign in. */
export const SIGN_IN_METHODS = ["password", "password_and_second_factor", "passkey", "provider", "other"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/**
 * What is counted in addition to sign-ins: how many events of these types there were. The console's filter for failed
 * sign-ins has the types of the first two.
 */
export const EVENTS_OF = {
  failed_sign_ins: ["sign_in_failed", "second_factor_failed"],
  limited_sign_ins: ["sign_in_limited"],
  new_people: ["user_added", "user_signed_up"],
  deleted_people: ["user_deleted"],
} as const satisfies Readonly<Record<string, readonly AuditType[]>>;

export type CountedEvent = keyof typeof EVENTS_OF;
const COUNTED_EVENTS = Object.keys(EVENTS_OF) as readonly CountedEvent[];

/** The counts of one day. */
export interface DayStatistics {
  /** The day as in RFC 3339 §5.6 `full-date`. */
  readonly day: string;
  readonly signIns: Readonly<Record<SignInMethod, number>>;
  readonly activePeople: number;
  readonly events: Readonly<Record<CountedEvent, number>>;
}

/** What people had at the time of the last count, which is up to some minutes ago. */
export interface PeopleStatistics {
  readonly total: number;
  readonly withPasskey: number;
  readonly withAuthenticatorApp: number;
  /** `null` if nothing has been counted yet. */
  readonly countedAt: Date | null;
}

const DAY_MILLISECONDS = 86_400_000;

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

const READ_DAYS = `
  SELECT day::text, jsonb_object_agg(name, value) AS values FROM daily_statistic
   WHERE day BETWEEN $1::text::date AND $2::text::date GROUP BY day`;

const READ_PEOPLE = `
  SELECT jsonb_object_agg(name, value) AS values, max(counted_at) AS "countedAt" FROM daily_statistic
   WHERE name IN ('people', 'people_with_passkey', 'people_with_authenticator_app')
     AND day = (SELECT max(day) FROM daily_statistic WHERE name = 'people')`;
