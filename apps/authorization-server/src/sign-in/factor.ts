import type { Proof } from "@countersign/rules";

/** What a person proved, and for which account. */
export interface Proven {
  readonly userId: string;
  readonly proof: Proof;
}

/**
 * Checks one attempt. Returns what it proves, or nothing if it is wrong. Throws with `retryAfterSeconds` at a limit.
 */
export type CheckFactor = (attempt: never, deps: never) => Promise<Proven | undefined>;
