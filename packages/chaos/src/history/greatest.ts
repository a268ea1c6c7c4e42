/** The greatest of the numbers, or 0. `Math.max` takes some 100,000 of them at most, and an hour has more requests. */
export const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);
