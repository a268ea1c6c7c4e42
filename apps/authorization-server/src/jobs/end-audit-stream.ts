/** Ends the stream of the audit trail if nobody serves it any more, with what waits for it. */
import type { Database } from "@countersign/database";
import { dropEndedAuditStream, endUnservedAuditStream } from "../stores/audit-stream.ts";

const BATCH_ROWS = 1000;

/** Returns whether there was a stream to end. */
export async function endAuditStream(database: Pick<Database, "pool">, now: Date): Promise<boolean> {
  const isEnded = await endUnservedAuditStream(database, now);
  // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
  while ((await dropEndedAuditStream(database, BATCH_ROWS)) === BATCH_ROWS);
  return isEnded;
}
