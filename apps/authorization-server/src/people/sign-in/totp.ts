/** The factor `totp`: the code of an authenticator app (RFC 6238). */
import { matchingStep, typedTotpCode } from "@countersign/rules";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { type FactorUse, totpOwner } from "../../platform/stores/ways-in/second-factors.ts";
import {
  type Attempted,
  attemptSecondFactor,
  type SecondFactorAttempt,
  type SecondFactorDependencies,
} from "./second-factor.ts";

export interface TotpDependencies extends SecondFactorDependencies {
  readonly sealedTexts: Pick<SealedTexts, "open">;
}

/** Checks the code of an authenticator app. Throws with `retryAfterSeconds` at a limit. */
export async function checkTotp(attempt: SecondFactorAttempt, deps: TotpDependencies): Promise<Attempted> {
  const code = typedTotpCode(attempt.code);
  // A text that cannot be a code is not a guess, so it is not counted.
  if (code === undefined) return { kind: "wrong" };
  return attemptSecondFactor(attempt, async (use) => ((await isRight(code, use, deps)) ? {} : undefined), deps);
}

async function isRight(code: string, use: FactorUse, deps: TotpDependencies): Promise<boolean> {
  const { secondFactors, sealedTexts } = deps;
  for (const app of await secondFactors.totpOf(use.userId)) {
    const secret = sealedTexts.open(app, totpOwner(use.userId, app.id));
    const step = matchingStep(secret, code, use.at);
    if (step !== undefined && (await secondFactors.useTotp(app.id, step, use))) return true;
  }
  return false;
}
