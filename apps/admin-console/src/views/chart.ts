/** Where the bars of a chart are. The unit is a pixel of a drawing that is stretched to the width of the page. */
import type { Text } from "./cells.ts";

/** Bars of one color for each series, up to five, drawn by the server. */
export interface Chart {
  readonly label: string;
  readonly days: readonly string[];
  /** Whether the bars of one day stand upon each other, because they are parts of a whole. */
  readonly isStacked?: boolean;
  /** Whether it is lower than others. */
  readonly isSmall?: boolean;
  /** `color` is the number of its color: its place in the series, if it says none. */
  readonly series: readonly { readonly label: string; readonly values: readonly number[]; readonly color?: number }[];
  /** A line: what is too much on each day. */
  readonly limit?: { readonly label: Text; readonly values: readonly number[] };
}

const DAY_WIDTH = 16;
const BAR_WIDTH = 10;
const HEIGHT = 120;

export interface Bar {
  readonly series: number;
  readonly day: number;
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
  /** The path of the limit: a step for each day. */
  readonly limit?: string;
  /** The days that are written below it: the first, the last, and two between them. */
  readonly marks: readonly number[];
}

const MARKS = 4;

/** The bars of a chart: those of one day upon each other if the chart is stacked, beside each other otherwise. */
export function drawn({ days, series, limit, isStacked = false }: Omit<Chart, "label" | "isSmall">): Drawing {
  const valuesOf = (day: number) => series.map(({ values }) => values[day] ?? 0);
  const highest = days.map((_, day) => (isStacked ? sum(valuesOf(day)) : Math.max(0, ...valuesOf(day))));
  const most = roundUp(Math.max(...highest, ...(limit?.values ?? []), 0));
  const width = isStacked ? BAR_WIDTH : BAR_WIDTH / series.length;

  const bars = days.flatMap((_, day) => {
    const values = valuesOf(day);
    return values.map((value, index) => {
      const height = (value / most) * HEIGHT;
      const below = isStacked ? (sum(values.slice(0, index)) / most) * HEIGHT : 0;
      const x = day * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2 + (isStacked ? 0 : index * width);
      return { series: index, day, x, y: HEIGHT - below - height, width, height };
    });
  });
  const marks = Array.from({ length: MARKS }, (_, mark) => Math.round((mark * (days.length - 1)) / (MARKS - 1)));
  return {
    ...{ width: days.length * DAY_WIDTH, height: HEIGHT, most, marks: [...new Set(marks)] },
    bars: bars.filter(({ height }) => height > 0),
    ...(limit && { limit: stepsOf(limit.values.map((value) => HEIGHT - (value / most) * HEIGHT)) }),
  };
}

/** A level over the width of each day, and upright lines between them. */
const stepsOf = (levels: readonly number[]): string =>
  levels.map((y, day) => `${day === 0 ? "M0 " : "V"}${y}H${(day + 1) * DAY_WIDTH}`).join("");

/** The next number that has one digit, which is even, or is the first of its length: half of it is said, too. */
function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(Math.max(1, value))) - 1);
  return Math.max(2, Math.ceil(value / (2 * unit)) * 2 * unit);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
