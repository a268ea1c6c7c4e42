/** Ends the stream of the audit log if no replica serves it any more, with what waits for it. */
import { dropEndedAuditStream, endUnservedAuditStream, firstEndedEntry } from "../../stores/audit/audit-stream.ts";
import { inBatches } from "../running/batches.ts";
import { openParts, type PartsOf } from "../running/parts.ts";

const BATCH_ROWS = 1000;

export interface EndedAuditStream {
  /** Whether there was a stream to end. */
  readonly isEnded: boolean;
  /** How many entries that waited for one were deleted. */
  readonly entries: number;
}

export async function endAuditStream(ending: Omit<PartsOf, "job">): Promise<EndedAuditStream> {
  const { database, at } = ending;
  const isEnded = await endUnservedAuditStream(database, at);
  const parts = await openParts({ ...ending, job: "end-audit-stream" });
  let from = "0";
  const entries = await inBatches(
    {
      name: "entry",
      mostRows: BATCH_ROWS,
      async run(most, except) {
        const { count, last } = await dropEndedAuditStream(database, most, { from, except });
        from = last ?? from;
        return count;
      },
      first: (except) => firstEndedEntry(database, { from, except }),
    },
    parts,
  );
  return { isEnded, entries };
}
