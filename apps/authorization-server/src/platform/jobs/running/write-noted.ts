/** Writes what requests noted in memory. A note that cannot be written keeps none of the others. */
import type { Noted } from "../../stores/audit/noted.ts";
import { inBatches } from "./batches.ts";
import { openParts, type PartsOf } from "./parts.ts";

export interface WritingNoted extends PartsOf {
  readonly noted: Noted;
  /** What a note is about. */
  readonly name: string;
}

const BATCH_ROWS = 1000;

/** Returns how many notes were written. */
export async function writeNoted({ noted, name, ...of }: WritingNoted): Promise<number> {
  // Most runs have nothing to do, and ask the database nothing.
  if (noted.first([]) === undefined) return 0;
  const parts = await openParts(of);
  const before = parts.failed.length;
  try {
    return await inBatches(
      {
        name,
        mostRows: BATCH_ROWS,
        run: (most, except) => noted.flush({ most, except }),
        first: async (except) => noted.first(except),
      },
      parts,
    );
  } finally {
    for (const part of parts.failed.slice(before)) noted.leaveOut(part.slice(name.length + 1));
  }
}
