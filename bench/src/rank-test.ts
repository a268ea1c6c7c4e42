/** Whether two samples of times can be told apart: the rank test of Mann and Whitney. */
import { median } from "./report.ts";

export interface Comparison {
  readonly medians: readonly [number, number];
  /** The median of the first sample divided by that of the second. */
  readonly ratio: number;
  /** The probability that a time of the first sample is longer than one of the second: 0.5 if they are alike. */
  readonly longer: number;
  /** The probability of a difference like this, or a larger one, between samples of the same distribution. */
  readonly p: number;
}

/**
 * Compares two samples by the ranks of their values (Mann and Whitney 1947), with the normal approximation. Ranks do
 * not depend on outliers, so other load of the machine disturbs little if the samples were taken in turns.
 */
export function compareRanks(first: readonly number[], second: readonly number[]): Comparison {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0);

  const [n, m] = [first.length, second.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  const medians = [median(first), median(second)] as const;
  return { medians, ratio: medians[0] / medians[1], longer: u / (n * m), p: 2 * (1 - normal(Math.abs(z))) };
}

/** The distribution function of the normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
