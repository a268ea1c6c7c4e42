import type { Factor, Proof } from "@countersign/rules";

/** What a person proved, and for which account. */
export interface Proven {
  readonly userId: string;
  readonly proof: Proof;
  /** The factors that the account has. */
  readonly has: readonly Factor[];
}

/** Checks one attempt, and returns what it proves. Throws with `retryAfterSeconds` at a limit. */
export type CheckFactor = (attempt: never, deps: never) => Promise<unknown>;
