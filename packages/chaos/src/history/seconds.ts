/** A time of the history, as a violation names it. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
