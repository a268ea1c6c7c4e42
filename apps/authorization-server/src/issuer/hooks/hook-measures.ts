/** What operators see of hooks: what becomes of calls, and how long they take. */
import type { Measure } from "@countersign/service";
import type { Hooks } from "./hooks.ts";

export const hookMeasures = (hooks: Pick<Hooks, "counts">): readonly Measure[] => [
  {
    name: "hook_calls_total",
    help: "Calls of hooks, by result",
    type: "counter",
    labelNames: ["result"],
    async read() {
      const { answered, failed } = hooks.counts();
      return Object.entries({ answered, failed }).map(([result, value]) => ({ labels: { result }, value }));
    },
  },
  {
    name: "hook_seconds_total",
    help: "The time that calls of hooks took, all together",
    type: "counter",
    labelNames: [],
    read: async () => [{ labels: {}, value: hooks.counts().seconds }],
  },
];
