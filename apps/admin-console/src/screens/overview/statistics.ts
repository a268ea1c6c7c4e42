import type { Answer } from "@countersign/admin-client";
import type { Chart, Section, Text } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

type Day = Answer<"readStatistics">["body"]["days"][number];

const METHODS = ["password", "password_and_second_factor", "passkey", "provider", "other"] as const;

const DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

const sum = (days: readonly Day[], value: (day: Day) => number) => days.reduce((total, day) => total + value(day), 0);
const signInsOf = (day: Day) => METHODS.reduce((total, method) => total + day.sign_ins[method], 0);
const newIn = (day: Day) => day.new_people;
const failuresOf = (day: Day) => day.failed_sign_ins + day.limited_sign_ins;

/** Numbers of the last 30 days beside those of the 30 before, each with its list, and sign-ins by method. */
export async function statisticsSections({ api, now }: Visit): Promise<readonly Section[]> {
  const since = new Date(now().getTime() - (2 * DAYS - 1) * DAY_MILLISECONDS).toISOString().slice(0, 10);
  const { days: all, people } = (await api.readStatistics({ query: { since } })).body;
  const [earlier, days] = [all.slice(0, -DAYS), all.slice(-DAYS)];
  const before = (value: (day: Day) => number) => ({ before: String(sum(earlier, value)) });
  const [signIns, failed] = [sum(days, signInsOf), sum(days, failuresOf)];
  const share = signIns + failed === 0 ? 0 : Math.round((failed / (signIns + failed)) * 100);
  const chart: Chart = {
    label: "statistics.sign_ins",
    days: days.map(({ day }) => day),
    isStacked: true,
    series: METHODS.map((method) => ({
      label: `statistics.${method}`,
      values: days.map((day) => day.sign_ins[method]),
    })),
  };
  // For a minute after its first start a deployment has no numbers, which is not the same as zero.
  const isCounted = people.counted_at !== null;
  const stated = (count: number, change: Text) =>
    isCounted ? { count, change } : { count: null, change: { key: "statistics.not_counted" } };
  const withPasskey = people.total === 0 ? 0 : Math.round((people.with_passkey / people.total) * 100);
  return [
    {
      id: "numbers",
      title: "statistics.numbers",
      stats: [
        {
          ...{ label: "statistics.total", icon: "users-round", href: "/people" },
          countedAt: people.counted_at,
          ...stated(people.total, {
            key: "statistics.new_in",
            values: { count: String(sum(days, newIn)), ...before(newIn) },
          }),
        },
        {
          ...{ label: "statistics.with_passkey", icon: "fingerprint", href: "/people?factor=passkey" },
          countedAt: people.counted_at,
          ...stated(people.with_passkey, {
            key: "statistics.share_of_people",
            values: { share: String(withPasskey) },
          }),
        },
        {
          ...{ label: "statistics.sign_ins_in", icon: "log-in", href: "/audit?type=sign_in" },
          ...stated(signIns, { key: "statistics.in_days", values: before(signInsOf) }),
        },
        {
          ...{ label: "statistics.failures_in", icon: "shield-alert", href: "/audit?type=sign_in_failed" },
          ...stated(failed, {
            key: "statistics.share_of_attempts",
            values: { share: String(share), ...before(failuresOf) },
          }),
          ...(share > 20 && { tone: "bad" as const }),
        },
      ],
    },
    {
      ...{ id: "sign-ins", title: "statistics.sign_ins" },
      ...(signIns > 0 ? { chart } : { empty: isCounted ? "statistics.no_sign_ins" : "statistics.not_counted" }),
    },
  ];
}
