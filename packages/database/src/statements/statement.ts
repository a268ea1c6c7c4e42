/** A hot statement and its answer. */
import type { Asker } from "@countersign/tracing";

export interface Statement {
  /** The statement is parsed and planned once for each connection. */
  readonly name: string;
  /**
   * Rows, if any, have one column of JSON, which the driver reads in half the time of a dozen columns. A time in the
   * JSON is text.
   */
  readonly text: string;
  readonly values: readonly unknown[];
  /** Who waits for it, if it serves several: for traces. */
  readonly askers?: readonly Asker[] | undefined;
}

export interface Answer<Row> {
  readonly rows: readonly Row[];
  /** The number of rows that the statement gave or changed. */
  readonly rowCount: number;
}
