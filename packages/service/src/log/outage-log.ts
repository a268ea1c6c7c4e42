/** Logs requests that are refused because a store is away: thousands in a second, and all for the same reason. */
import type { Logger } from "./logger.ts";

const WHOLE_EVERY_MS = 1000;

/**
 * Returns the function that logs a refused request in a short line, of the level `warn`. At most once a second there is
 * also a line of the level `error`, with the whole error and the number of requests that were refused since the
 * last one.
 */
export function outageLog(log: Pick<Logger, "warn" | "error">): (line: object, err: unknown, message: string) => void {
  let refused = 0;
  let wholeAt = Number.NEGATIVE_INFINITY;
  return (line, err, message) => {
    refused += 1;
    log.warn({ ...line, reason: err instanceof Error ? err.message : String(err) }, message);
    if (performance.now() - wholeAt < WHOLE_EVERY_MS) return;
    wholeAt = performance.now();
    log.error({ err, refused }, "a store is away: requests are refused");
    refused = 0;
  };
}
