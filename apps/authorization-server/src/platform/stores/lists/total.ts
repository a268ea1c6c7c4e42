/** How many items of a list match, where a count looks at a bounded number of them (decision 111). */
export interface Total {
  readonly count: number;
  /** Whether there may be more. */
  readonly isMore: boolean;
}

/** How many items are counted, at most. */
export const MOST_COUNTED = 10_000;

/** A count that looked at up to one item more than are counted. */
export const totalOf = ({ looked, found }: { readonly looked: number; readonly found: number }): Total => ({
  count: Math.min(found, MOST_COUNTED),
  isMore: looked > MOST_COUNTED,
});
