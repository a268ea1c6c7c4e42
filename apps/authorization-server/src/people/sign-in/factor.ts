import type { Factor, Proof } from "@countersign/rules";

/** What a person proved, and for which account. */
export interface Proven {
  readonly userId: string;
  readonly proof: Proof;
  /** The factors that the account has. */
  readonly has: readonly Factor[];
  /** When the person was last offered to add a passkey; undefined where that is not known. */
  readonly passkeyOfferedAt?: Date | null | undefined;
}

/** An attempt that proves nothing, where the page has something to say about it. */
export interface Refused {
  readonly refused: true;
  /** No credential has this ID here: the authenticator may forget it (WebAuthn §5.1.10). */
  readonly unknownCredentialId: string | undefined;
}

/** Checks one attempt, and returns what it proves. Throws with `retryAfterSeconds` at a limit. */
export type CheckFactor = (attempt: never, deps: never) => Promise<unknown>;
