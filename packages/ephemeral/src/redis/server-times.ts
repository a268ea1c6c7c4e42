/**
 * The time on the servers of the store, as their answers told it. This process counts on from there, so it does not
 * matter what time it is here.
 */

const HASH_TAG = /^[^{]*\{([^}]*)\}/;

export interface ServerTime {
  /** The server's time in `ms` milliseconds, or a little less, in ms since 1970; empty if it is not known. */
  in(ms: number): string;
  learn(time: number): void;
  forget(): void;
}

/** @param elapsed the milliseconds since some moment, on a clock that cannot be set */
export function serverTimes(elapsed = () => performance.now()) {
  /** By hash tag, because the nodes of a cluster have clocks of their own. */
  const differences = new Map<string, number>();
  return {
    /** The server that has the key with this stored name. */
    of(name: string): ServerTime {
      const tag = HASH_TAG.exec(name)?.[1] ?? "";
      return {
        in(ms) {
          const difference = differences.get(tag);
          return difference === undefined ? "" : String(Math.floor(elapsed() + difference + ms));
        },
        learn: (time) => void differences.set(tag, time - elapsed()),
        forget: () => void differences.delete(tag),
      };
    },
  };
}
