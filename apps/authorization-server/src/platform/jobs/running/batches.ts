/**
 * Works through rows batch by batch, each batch one statement. A batch that fails is tried with fewer rows, and a row
 * that fails by itself is left out: the rows after it do not wait for it.
 */
import { isConnectionLost, isReadOnly } from "@countersign/database";
import type { Parts } from "./parts.ts";

export interface Batches {
  /** What is worked through. A row of it that failed is a part of the job by this name and its own. */
  readonly name: string;
  readonly mostRows: number;
  /**
   * Does so many of the rows, or fewer if no more are left, but none of these. Returns how many it did. When it fails,
   * its transaction has ended (`settled`): rows that it holds would seem to be done by another run.
   */
  run(rows: number, except: readonly string[]): Promise<number>;
  /** The name of the row that would be the first; undefined if there is none. */
  first(except: readonly string[]): Promise<string | undefined>;
}

/** After so many rows that failed by themselves, the cause is probably not in the rows. */
const MOST_BROKEN = 10;

/**
 * Does all rows. Returns how many were done. Throws if the database is away, or too many rows failed. A batch whose
 * connection was lost is tried once more: if the process stood still for longer than a statement may take, PostgreSQL
 * ended its connections, and the pool notices that when it uses one.
 */
export async function inBatches({ name, mostRows, run, first }: Batches, parts: Parts): Promise<number> {
  const partOf = (row: string) => `${name} ${row}`;
  const known = parts.known.filter((part) => part.startsWith(partOf("")));
  const except = known.filter(parts.isWaiting).map((part) => part.slice(partOf("").length));
  let [rows, done, broken] = [mostRows, 0, 0];
  for (;;) {
    try {
      // biome-ignore lint/performance/noAwaitInLoops: a batch at a time
      const last = await evenIfLost(() => run(rows, except));
      done += last;
      if (last < rows) break;
    } catch (err) {
      if (isConnectionLost(err) || isReadOnly(err) || broken === MOST_BROKEN) throw err;
      if (rows > 1) {
        rows = Math.ceil(rows / 10);
        continue;
      }
      const row = await first(except);
      if (row === undefined) throw err;
      await parts.note(partOf(row), err);
      except.push(row);
      broken += 1;
      rows = mostRows;
    }
  }
  await parts.forget(known.filter((part) => !parts.isWaiting(part) && !parts.failed.includes(part)));
  return done;
}

const evenIfLost = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((err: unknown) => {
    if (!isConnectionLost(err)) throw err;
    return act();
  });
