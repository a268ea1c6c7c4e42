import type { Answer } from "@countersign/admin-client";
import type { Chart, Section } from "../views/model.ts";
import type { Visit } from "./screen.ts";

type Day = Answer<"readStatistics">["body"]["days"][number];

const METHODS = ["password", "password_and_second_factor", "passkey", "provider", "other"] as const;

/** The charts of the last 30 days: sign-ins by method, failures, people; and what people have to sign in with. */
export async function statisticsSections({ api }: Visit): Promise<readonly Section[]> {
  const { days, people } = (await api.readStatistics()).body;
  const chart = (label: string, values: Readonly<Record<string, (day: Day) => number>>): Chart => ({
    label,
    days: days.map(({ day }) => day),
    series: Object.entries(values).map(([label, value]) => ({ label, values: days.map(value) })),
  });
  const byMethod = METHODS.map((method) => [`statistics.${method}`, (day: Day) => day.sign_ins[method]] as const);

  return [
    {
      id: "sign-ins",
      title: "statistics.sign_ins",
      chart: { ...chart("statistics.sign_ins", Object.fromEntries(byMethod)), isStacked: true },
    },
    {
      id: "failures",
      title: "statistics.failures",
      chart: chart("statistics.failures", {
        "statistics.failed": (day) => day.failed_sign_ins,
        "statistics.limited": (day) => day.limited_sign_ins,
      }),
    },
    {
      id: "people",
      title: "statistics.people",
      chart: chart("statistics.people", {
        "statistics.active": (day) => day.active_people,
        "statistics.new": (day) => day.new_people,
      }),
      facts: [
        { label: "statistics.total", value: { count: people.total } },
        { label: "statistics.with_passkey", value: { count: people.with_passkey } },
        { label: "statistics.with_authenticator_app", value: { count: people.with_authenticator_app } },
        { label: "statistics.counted_at", value: { at: people.counted_at } },
      ],
    },
  ];
}
