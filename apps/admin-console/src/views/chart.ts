/** Where the bars of a chart are. The unit is a pixel of a drawing that is stretched to the width of the page. */
import type { Chart } from "./model.ts";

const DAY_WIDTH = 16;
const BAR_WIDTH = 10;
const HEIGHT = 120;

export interface Bar {
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What the full height stands for. */
  readonly most: number;
  readonly bars: readonly Bar[];
}

/** The bars of a chart: those of one day upon each other if the chart is stacked, beside each other otherwise. */
export function drawn({ days, series, isStacked = false }: Pick<Chart, "days" | "series" | "isStacked">): Drawing {
  const valuesOf = (day: number) => series.map(({ values }) => values[day] ?? 0);
  const highest = days.map((_, day) => (isStacked ? sum(valuesOf(day)) : Math.max(0, ...valuesOf(day))));
  const most = Math.max(1, ...highest);
  const width = isStacked ? BAR_WIDTH : BAR_WIDTH / series.length;

  const bars = days.flatMap((_, day) => {
    const values = valuesOf(day);
    return values.map((value, index) => {
      const height = (value / most) * HEIGHT;
      const below = isStacked ? (sum(values.slice(0, index)) / most) * HEIGHT : 0;
      const x = day * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2 + (isStacked ? 0 : index * width);
      return { series: index, x, y: HEIGHT - below - height, width, height };
    });
  });
  return { width: days.length * DAY_WIDTH, height: HEIGHT, most, bars: bars.filter(({ height }) => height > 0) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
