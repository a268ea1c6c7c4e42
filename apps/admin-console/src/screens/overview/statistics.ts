import type { Answer } from "@countersign/admin-client";
import type { Chart, Section, Stat, Text } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

type Statistics = Answer<"readStatistics">["body"];
type Day = Statistics["days"][number];

/** The strongest first. */
const METHODS = ["passkey", "password_and_second_factor", "password", "provider", "other"] as const;
/** The colors of the chart of failures: they are none of a method that people sign in with. */
const FAILURES = { failed: 2, limited: 4 } as const;

const PERIODS = [7, 30, 90] as const;
const USUAL_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;
/** So many percent of the attempts that fail are a reason to look. */
const MANY_FAILURES = 20;

type Value = (day: Day) => number;
const sum = (days: readonly Day[], value: Value) => days.reduce((total, day) => total + value(day), 0);
const average = (days: readonly Day[], value: Value) =>
  days.length === 0 ? 0 : Math.round(sum(days, value) / days.length);
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
const signInsOf: Value = (day) => METHODS.reduce((total, method) => total + day.sign_ins[method], 0);
const newIn: Value = (day) => day.new_people;
const activeOn: Value = (day) => day.active_people;
const failuresOf: Value = (day) => day.failed_sign_ins + day.limited_sign_ins;

/** Numbers of a period beside those of the one before, each with its list, then sign-ins by method, and failed ones. */
export async function statisticsSections({ api, now, query, may }: Visit): Promise<readonly Section[]> {
  const period = PERIODS.find((days) => String(days) === query.get("days")) ?? USUAL_DAYS;
  const since = new Date(now().getTime() - (2 * period - 1) * DAY_MILLISECONDS).toISOString().slice(0, 10);
  const { days, people } = (await api.readStatistics({ query: { since } })).body;
  const [earlier, shown] = [days.slice(0, -period), days.slice(-period)];
  const hasSignIns = sum(shown, signInsOf) > 0;
  // For a minute after its first start a deployment has no numbers, which is not the same as zero.
  const isCounted = people.counted_at !== null;
  return [
    {
      ...{ id: "numbers", title: "statistics.numbers", choicesOf: "statistics.period" },
      choices: PERIODS.map((count) => ({
        ...{ href: `/?days=${count}`, label: `statistics.days.${count}`, isHere: count === period },
      })),
      stats: tiles({ earlier, shown }, people, { period, may }),
    },
    {
      ...{ id: "sign-ins", title: "statistics.sign_ins" },
      ...(hasSignIns
        ? { chart: byMethod(shown) }
        : { empty: isCounted ? "statistics.no_sign_ins" : "statistics.not_counted" }),
      ...(isCounted && people.total > 0 && { lead: passkeys(people) }),
    },
    ...(sum(shown, failuresOf) === 0
      ? []
      : [{ id: "failed-sign-ins", title: "statistics.failures_in", chart: failures(shown) }]),
  ];
}

interface Periods {
  readonly earlier: readonly Day[];
  readonly shown: readonly Day[];
}

/** Each leads to the list that it counts, of the same days, if the person may read that list. */
function tiles(
  { earlier, shown }: Periods,
  people: Statistics["people"],
  { period, may }: Pick<Visit, "may"> & { readonly period: number },
): readonly Stat[] {
  const days = String(period);
  const [signIns, failed] = [sum(shown, signInsOf), sum(shown, failuresOf)];
  const share = percent(failed, signIns + failed);
  const stated = (count: number, key: string, before: number, more: Text["values"] = {}) => {
    const change: Text = { key: `statistics.${key}`, values: { days, before, ...more } };
    return people.counted_at === null ? { count: null, change: { key: "statistics.not_counted" } } : { count, change };
  };
  const eventsOf = (type: string) =>
    may("audit:read") && shown[0] ? { href: `/audit?type=${type}&since=${shown[0].day}` } : {};
  return [
    {
      ...{
        label: "statistics.total",
        icon: "users-round",
        ...(may("people:read") && { href: "/people" }),
        countedAt: people.counted_at,
      },
      ...stated(people.total, "new_in", sum(earlier, newIn), { count: sum(shown, newIn) }),
    },
    {
      ...{ label: "statistics.active", icon: "activity", ...eventsOf("sign_in") },
      ...stated(average(shown, activeOn), "on_average", average(earlier, activeOn)),
    },
    {
      ...{ label: "statistics.sign_ins_in", icon: "log-in", ...eventsOf("sign_in") },
      ...stated(signIns, "in_days", sum(earlier, signInsOf)),
    },
    {
      ...{ label: "statistics.failures_in", icon: "shield-alert", ...eventsOf("failed_sign_ins") },
      ...stated(failed, "share_of_attempts", sum(earlier, failuresOf), { share: String(share) }),
      ...(share > MANY_FAILURES && { tone: "bad" as const }),
    },
  ];
}

const passkeys = ({ total, with_passkey }: Statistics["people"]): Text => ({
  key: "statistics.passkeys",
  values: { share: String(percent(with_passkey, total)) },
});

const byMethod = (days: readonly Day[]): Chart => ({
  ...{ label: "statistics.sign_ins", days: days.map(({ day }) => day), isStacked: true },
  series: METHODS.map((method) => ({
    ...{ label: `statistics.${method}`, values: days.map((day) => day.sign_ins[method]) },
  })),
});

/** How many failures beside these sign-ins are just MANY_FAILURES percent of all attempts. */
const mostFailures = (signIns: number) => Math.round((signIns * MANY_FAILURES) / (100 - MANY_FAILURES));

const failures = (days: readonly Day[]): Chart => ({
  ...{ label: "statistics.failures_in", days: days.map(({ day }) => day), isStacked: true, isSmall: true },
  series: (["failed", "limited"] as const).map((name) => ({
    ...{ label: `statistics.${name}`, color: FAILURES[name] },
    values: days.map((day) => day[`${name}_sign_ins`]),
  })),
  limit: {
    label: { key: "statistics.limit", values: { share: String(MANY_FAILURES) } },
    values: days.map((day) => mostFailures(signInsOf(day))),
  },
});
