/** Runs the purge of a test, which may fail in no part. */
import type { Database } from "@countersign/database";
import { purge } from "../src/platform/jobs/purge/purge.ts";

export async function purgeAll(database: Pick<Database, "pool">, at: Date, auditRetentionDays = 365) {
  const log = { error: () => {}, info: () => {} };
  const { removed, failed } = await purge({ database, log, at, auditRetentionDays });
  if (failed.length > 0) throw new Error(`the purge failed in ${failed.join(", ")}`);
  return removed;
}
