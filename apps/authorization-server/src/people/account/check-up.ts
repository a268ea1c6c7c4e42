/** The security check-up of an account: at most five checks, each computed by the page where it is mended. */

/** In the order in which they are shown. The texts are `account.check.<name>.…`. */
const CHECKS = ["second-way", "spare-passkey", "email", "recovery-codes", "failures"] as const;

export interface Check {
  readonly name: (typeof CHECKS)[number];
  readonly isDone: boolean;
  /** What the check counted, for its text. */
  readonly count?: number;
  /** The names of what it found, for its text. */
  readonly names?: readonly string[];
}

/** Checks that are not done come first. */
export const inOrder = <C extends Check>(checks: readonly C[]): readonly C[] =>
  checks.toSorted((a, b) => Number(a.isDone) - Number(b.isDone) || CHECKS.indexOf(a.name) - CHECKS.indexOf(b.name));
