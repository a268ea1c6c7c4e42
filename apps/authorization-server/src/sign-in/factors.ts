/**
 * The table of factors: how each is checked. The rule `assessProofs` says which `amr` and `acr` the proofs give, and
 * which proofs are missing. The rule `nextStep` names the page for each factor.
 */
import type { Factor } from "@countersign/rules";
import type { CheckFactor } from "./factor.ts";
import { checkPasskey } from "./passkey.ts";
import { checkPassword } from "./password.ts";
import { checkRecoveryCode } from "./recovery-code.ts";
import { checkTotp } from "./totp.ts";

export const factors = {
  password: checkPassword,
  passkey: checkPasskey,
  totp: checkTotp,
  "recovery-code": checkRecoveryCode,
} as const satisfies Readonly<Partial<Record<Factor, CheckFactor>>>;

/** The factors that this deployment has. */
export const FACTORS_ON: readonly Factor[] = [
  ...(Object.keys(factors) as (keyof typeof factors)[]),
  "remembered-device",
];
