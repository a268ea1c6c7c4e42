/** The pages of second factors: the data that each shows. */
import type { RequestModel } from "./authorization.ts";

/** What went wrong with a code. The texts are `second_factor.problem.<problem>`. */
export type CodeProblem = "wrong_code" | "wrong_recovery_code" | "too_many_attempts" | "suspended";

interface SecondFactorModel extends RequestModel {
  /** Whether the code of an authenticator app is enough. */
  readonly asksCode: boolean;
  /** Whether a recovery code is enough. */
  readonly anotherWay: boolean;
  readonly problem?: CodeProblem | undefined;
}

interface RecoveryCodeModel extends RequestModel {
  /** Whether there is another way than a recovery code. */
  readonly anotherWay: boolean;
  readonly problem?: CodeProblem | undefined;
}

interface RecoveryUsedModel extends RequestModel {
  /** How many recovery codes are left. */
  readonly left: number;
}

export interface FactorPages {
  secondFactor(model: SecondFactorModel): string;
  recoveryCode(model: RecoveryCodeModel): string;
  recoveryUsed(model: RecoveryUsedModel): string;
}

/** The template of each page. */
export const FACTOR_TEMPLATES: Readonly<Record<keyof FactorPages, string>> = {
  secondFactor: "factors/second-factor",
  recoveryCode: "factors/recovery-code",
  recoveryUsed: "factors/recovery-used",
};
