/** What a command may touch of the world outside: handed in, so that a test can run a command in its own process. */
import type { Readable, Writable } from "node:stream";
import type { By } from "../stores/audit-events.ts";

export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Writes to standard output: what was asked for, and nothing else. */
  readonly print: (text: string) => void;
  /** Writes to standard error: progress and refusals. */
  readonly complain: (text: string) => void;
  /** Where questions are asked that a person answers at a terminal: standard error. */
  readonly terminal: Writable;
  readonly now: () => Date;
}

/** That an operator does it, now. */
export const byOperator = ({ now }: Pick<Context, "now">): By => ({ actor: { kind: "operator" }, at: now() });
