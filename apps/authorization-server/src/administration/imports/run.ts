/** Imports a whole file, batch by batch. Imported people stay if a later batch fails, and a second run goes on. */
import { type Database, isConnectionLost } from "@countersign/database";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction, type Query, type WithPool } from "../../platform/stores/transaction.ts";
import { type BatchResult, importBatch } from "./batch.ts";
import type { NumberedLine } from "./line.ts";
import { batchesOf } from "./lines.ts";
import { type LineOutcome, outcomesOf } from "./outcomes.ts";
import type { RefusedLine } from "./problems.ts";
import { type ImportingSome, importSome } from "./some-lines.ts";

const LINES_AT_ONCE = 500;
/** How many refused lines the result has: a report gets each of them. */
const MOST_REFUSED = 1000;

export interface ImportResult extends BatchResult {
  readonly lines: number;
  /** How many lines were refused; `refused` has the first ones. */
  readonly refusedLines: number;
}

export interface ImportRun extends ImportingSome {
  readonly lines: AsyncIterable<NumberedLine>;
  /** Whether to import nothing, and only say what would be done. */
  readonly dryRun: boolean;
  readonly by: () => By;
  readonly onProgress: (sofar: ImportResult) => void;
  /** Gets what became of the lines of each batch, after it is done. */
  readonly report?: ((outcomes: readonly LineOutcome[]) => Promise<void>) | undefined;
}

export async function runImport({ pool }: WithPool, run: ImportRun): Promise<ImportResult> {
  const refused: RefusedLine[] = [];
  const counts = { lines: 0, added: 0, changed: 0, unchanged: 0, refusedLines: 0 };
  for await (const lines of batchesOf(run.lines, LINES_AT_ONCE)) {
    const inOne = run.dryRun ? undone : inTransaction;
    const result = await inOne(pool, (query) => importBatch(query, lines, run, run.by())).catch((err: unknown) => {
      if (isConnectionLost(err)) throw err;
      // Another act may have given a name of a line in the meantime. The second time, this line is refused.
      return inOne(pool, (query) => importSome(query, lines, run, run.by()));
    });
    counts.lines += lines.length;
    for (const count of ["added", "changed", "unchanged"] as const) counts[count] += result[count];
    counts.refusedLines += result.refused.length;
    refused.push(...result.refused.slice(0, MOST_REFUSED - refused.length));
    await run.report?.(outcomesOf(result, run.options));
    run.onProgress({ ...counts, refused });
  }
  if (!run.dryRun) await inTransaction(pool, (query) => recordImport(query, run, { ...counts, refused }));
  return { ...counts, refused };
}

const recordImport = (
  query: Query,
  { options: { source }, by }: ImportRun,
  { refused: _, refusedLines, ...counts }: ImportResult,
) => recordAudit(query, { type: "people_imported", ...by(), detail: { source, ...counts, refused: refusedLines } });

/** Does work in a transaction, and takes all of it back. */
async function undone<T>(pool: Database["pool"], work: (query: Query) => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  await inTransaction(pool, async (query) => {
    done = { result: await work(query) };
    throw TAKEN_BACK;
  }).catch((err: unknown) => {
    if (err !== TAKEN_BACK) throw err;
  });
  if (done === undefined) throw new Error("the work did not come to its end");
  return done.result;
}

const TAKEN_BACK = new Error("taken back");
