/** The factor `recovery-code`: a code from the set that the person keeps in case of a lost second factor. */
import { typedRecoveryCode } from "@countersign/rules";
import { notify } from "../mail/notices.ts";
import type { Passwords } from "./passwords.ts";
import {
  type Attempted,
  attemptSecondFactor,
  type SecondFactorAttempt,
  type SecondFactorDependencies,
} from "./second-factor.ts";

export interface RecoveryCodeDependencies extends SecondFactorDependencies {
  readonly passwords: Pick<Passwords, "verify">;
}

export interface RecoveryCodeAttempt extends SecondFactorAttempt {
  /** The User-Agent of the request, for the notice. */
  readonly browser: string;
}

/**
 * Checks a recovery code, which costs one hash whether the code exists or not. Throws with `retryAfterSeconds` at a
 * limit.
 */
export async function checkRecoveryCode(
  attempt: RecoveryCodeAttempt,
  deps: RecoveryCodeDependencies,
): Promise<Attempted> {
  const typed = typedRecoveryCode(attempt.code);
  if (typed === undefined) return { kind: "wrong" };
  const { secondFactors, passwords, mail } = deps;

  return attemptSecondFactor(
    attempt,
    async (use) => {
      const hash = await secondFactors.recoveryHash(use.userId, typed.number);
      if (!(await passwords.verify(hash, typed.code)) || hash === undefined) return undefined;
      const { number } = typed;
      const left = await secondFactors.useRecoveryCode({ number, hash }, use, (query) =>
        notify(query, mail, use.userId, { kind: "recovery-code-used", parameters: { browser: attempt.browser } }, use),
      );
      return left === undefined ? undefined : { recoveryCodesLeft: left };
    },
    deps,
  );
}
