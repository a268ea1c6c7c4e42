/** A server that is measured. */
import type { Load } from "./load/load.ts";
import type { WorkName } from "./works.ts";

export interface Subject {
  readonly name: string;
  /** Its processes, all of them on the servers' core. */
  readonly pids: readonly number[];
  /** Milliseconds from its start until it first gave a token. */
  readonly firstTokenMs: number;
  /** What it can be asked for; makes what the work needs, such as tokens, outside of the measurement. */
  readonly works: Partial<Record<WorkName, () => Promise<Load>>>;
  stop(): Promise<void>;
}
