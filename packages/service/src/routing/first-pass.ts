/** Before a service listens: it gives what it needs a while to be there. */
import { setTimeout as pause } from "node:timers/promises";
import type { Check } from "../health.ts";

const LIMIT_MS = 5000;
const LOOK_EVERY_MS = 100;

/**
 * Resolves when the check passes for the first time, or after the limit; returns whether it passed. A proxy that does
 * not ask for readiness sends requests to a replica from the moment in which it listens. After the limit the service
 * listens all the same, so that readiness says what fails.
 */
export async function passesOnce(check: Check, limitMs = LIMIT_MS): Promise<boolean> {
  const ending = new AbortController();
  const { signal } = ending;
  const passing = async () => {
    while (!signal.aborted) {
      if (await passes(check)) return true;
      await pause(LOOK_EVERY_MS);
    }
    return false;
  };
  try {
    return await Promise.race([passing(), pause(limitMs, false, { signal })]);
  } finally {
    ending.abort();
  }
}

const passes = (check: Check): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );
