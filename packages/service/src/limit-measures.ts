/** What operators see of the limits of sessions of the database, which a pooler can drop (finding O10). */
import type { Measure } from "./metrics.ts";

/** @param missing the names of those that are missing; rejects if the database does not answer */
export const limitMeasure = (missing: () => Promise<readonly string[]>): Measure => ({
  name: "database_limits_missing",
  help: "How many limits the sessions of this service at the database should have, and do not have",
  type: "gauge",
  labelNames: [],
  read: async () => [{ labels: {}, value: (await missing()).length }],
});

/** Says once that limits are missing, and what to do. A database that does not answer is no matter of this. */
export async function warnOfMissingLimits(
  missing: () => Promise<readonly string[]>,
  log: { warn(about: object, text: string): void },
): Promise<void> {
  const names = await missing().catch(() => []);
  if (names.length > 0)
    log.warn(
      { missing: names },
      "limits of the database are missing: run countersign prepare, which gives them to the login",
    );
}
