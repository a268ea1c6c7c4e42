/** Reading the statistics of days. */
import { z } from "zod";
import { dayOf, readDays, readPeople, type SIGN_IN_METHODS } from "../../../platform/stores/audit/statistics.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { wrong } from "../../api/problem.ts";
import { time, written } from "../../api/shapes.ts";

const DAY_MILLISECONDS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;

const count = z.int().min(0);
const methods = z.strictObject({
  password: count,
  password_and_second_factor: count,
  passkey: count,
  provider: count.meta({ description: "at another provider, with or without a second step here" }),
  other: count,
} satisfies Record<(typeof SIGN_IN_METHODS)[number], z.ZodType>);

const day = z.strictObject({
  day: z.iso.date(),
  sign_ins: methods.meta({ description: "by what the user proved" }),
  active_people: count.meta({ description: "users who signed in on this day" }),
  failed_sign_ins: count.meta({ description: "wrong passwords, passkeys and codes" }),
  limited_sign_ins: count.meta({ description: "attempts that a limit refused" }),
  new_people: count,
  deleted_people: count,
});

const readStatistics = defineOperation({
  id: "readStatistics",
  method: "GET",
  path: "/statistics",
  summary: "Sign-ins, failures and users by day (UTC), the last 30 days if no others are asked for",
  scope: "statistics:read",
  query: z.strictObject({
    since: z.iso.date().optional().meta({ description: "the first day" }),
    until: z.iso.date().optional().meta({ description: "the last day, up to 366 days after the first" }),
  }),
  answer: z.strictObject({
    days: z.array(day),
    people: z.strictObject({
      total: count,
      with_passkey: count,
      with_authenticator_app: count,
      counted_at: time.nullable().meta({ description: "when a job counted last; null before its first run" }),
    }),
  }),
  async handle({ query, by }, { database }) {
    const last = query.until ?? dayOf(by.at);
    const first = query.since ?? dayOf(new Date(Date.parse(last) - (USUAL_DAYS - 1) * DAY_MILLISECONDS));
    const days = (Date.parse(last) - Date.parse(first)) / DAY_MILLISECONDS + 1;
    if (!(days >= 1 && days <= MOST_DAYS)) {
      throw wrong([{ pointer: "#/query/since", detail: `must be at most ${MOST_DAYS - 1} days before until` }]);
    }
    const [counted, people] = await Promise.all([readDays(database, { first, last }), readPeople(database)]);
    return {
      body: {
        days: counted.map(({ day, signIns, activePeople, events }) => ({
          day,
          sign_ins: signIns,
          active_people: activePeople,
          ...events,
        })),
        people: {
          total: people.total,
          with_passkey: people.withPasskey,
          with_authenticator_app: people.withAuthenticatorApp,
          counted_at: written(people.countedAt),
        },
      },
    };
  },
});

export const statisticsOperations: readonly Operation[] = [readStatistics];
