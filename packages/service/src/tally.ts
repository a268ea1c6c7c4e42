/** A counter for Prometheus that is kept where things happen. It costs a look into a map for each. */
import type { Measure, Reading } from "./metrics.ts";

export interface Tally {
  /** Counts one more, or as many as `by`. The values of the labels must be few, and say nothing about a person. */
  count(labels: Readonly<Record<string, string>>, by?: number): void;
  readonly measure: Measure;
}

export interface TallyOptions extends Pick<Measure, "name" | "help" | "labelNames"> {
  /** What is 0 from the start: Prometheus sees no increase of a series that begins with its first event. */
  readonly from?: readonly Readonly<Record<string, string>>[];
}

export function openTally({ from = [], ...named }: TallyOptions): Tally {
  const counts = new Map<string, { readonly labels: Reading["labels"]; value: number }>();
  const keyOf = (labels: Reading["labels"]) => named.labelNames.map((name) => labels[name]).join(" ");
  for (const labels of from) counts.set(keyOf(labels), { labels, value: 0 });
  return {
    count(labels, by = 1) {
      const key = keyOf(labels);
      const counted = counts.get(key);
      if (counted === undefined) counts.set(key, { labels, value: by });
      else counted.value += by;
    },
    measure: { ...named, type: "counter", read: async () => [...counts.values()] },
  };
}
