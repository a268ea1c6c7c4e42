import type { Proof } from "@countersign/rules";

/** What somebody proved, and whose account it is. */
export interface Proven {
  readonly userId: string;
  readonly proof: Proof;
}

/** Checks one attempt: what it proves, or nothing where it is wrong. Throws with `retryAfterSeconds` at a limit. */
export type CheckFactor = (attempt: never, deps: never) => Promise<Proven | undefined>;
