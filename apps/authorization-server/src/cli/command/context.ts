/** A command's access to the outside world. It is passed in, so that a test can run a command in its own process. */
import type { Readable, Writable } from "node:stream";
import type { Database } from "@countersign/database";
import type { PasswordCost } from "../../people/sign-in/passwords.ts";
import type { TxtRecords } from "../../platform/outbound/txt-records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";

export interface Context {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Writes to standard output: the result that was asked for, and nothing else. */
  readonly print: (text: string) => void;
  /** Writes to standard error: progress and refusals. */
  readonly complain: (text: string) => void;
  /** Where questions to a person at a terminal are written: standard error. */
  readonly terminal: Writable;
  readonly now: () => Date;
  /** Reads TXT records; by default from the DNS servers of this machine. */
  readonly txtRecords?: TxtRecords | undefined;
  /** Opens a page in the browser of this machine; by default the system does. */
  readonly openUrl?: ((url: string) => void) | undefined;
  /** A database that is open at this URL, and stays so. By default a command opens one, and closes it. */
  readonly openAt?: ((url: string) => Database | undefined) | undefined;
  /** What the hash of a password costs; by default what is recommended. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** The operator as actor, and the current time. */
export const byOperator = ({ now }: Pick<Context, "now">): By => ({ actor: { kind: "operator" }, at: now() });
