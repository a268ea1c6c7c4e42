/** Imports lines of which one makes the database fail: the others are imported, and that one is refused. */
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { type BatchDone, importBatch } from "./batch.ts";
import type { NumberedLine } from "./line.ts";
import type { Importing } from "./parts.ts";
import { refusal } from "./problems.ts";

/** After so many lines that failed by themselves, the cause is probably not in the lines. */
const MOST_BROKEN = 10;

export interface ImportingSome extends Importing {
  /** Hears of a line that failed by itself, which is refused. */
  readonly onBroken: (line: number, err: unknown) => void;
}

/**
 * Imports lines in a transaction of the caller, as `importBatch` does. If they fail, each half is tried by itself, down
 * to the line that fails. Throws if too many do, or the connection is lost.
 */
export async function importSome(
  query: Query,
  lines: readonly NumberedLine[],
  importing: ImportingSome,
  by: By,
): Promise<BatchDone> {
  let broken = 0;

  const tried = async (some: readonly NumberedLine[]): Promise<BatchDone> => {
    await query("SAVEPOINT some_lines", []);
    try {
      const result = await importBatch(query, some, importing, by);
      await query("RELEASE SAVEPOINT some_lines", []);
      return result;
    } catch (err) {
      await query("ROLLBACK TO SAVEPOINT some_lines", []);
      const [first] = some;
      if (first !== undefined && some.length === 1) {
        broken += 1;
        if (broken > MOST_BROKEN) throw err;
        importing.onBroken(first.line, err);
        return { added: 0, changed: 0, unchanged: 0, imported: [], refused: [refusal(first.line, "failed")] };
      }
      const half = Math.ceil(some.length / 2);
      return sum(await tried(some.slice(0, half)), await tried(some.slice(half)));
    }
  };
  return tried(lines);
}

const sum = (one: BatchDone, other: BatchDone): BatchDone => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  refused: [...one.refused, ...other.refused],
  imported: [...one.imported, ...other.imported],
});
