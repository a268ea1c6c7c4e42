/** A server that is measured. */

import type { Load } from "./load/model.ts";
import type { WorkName } from "./works.ts";

export interface Subject {
  readonly name: string;
  /** The processes of the server, all on the core of the servers. */
  readonly pids: readonly number[];
  /** Milliseconds from the start of the server until it issued its first token. */
  readonly firstTokenMs: number;
  /**
   * The works that the server offers. Each function prepares the work, such as its tokens, outside of the
   * measurement.
   */
  readonly works: Partial<Record<WorkName, () => Promise<Load>>>;
  stop(): Promise<void>;
}
