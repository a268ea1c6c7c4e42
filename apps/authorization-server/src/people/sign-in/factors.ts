/**
 * The table of factors: how each is checked. The rule `assessProofs` says which `amr` and `acr` the proofs give, and
 * which proofs are missing. The rule `nextStep` names the page for each factor.
 */
import { type Factor, levelsBy, levelsByPolicy } from "@countersign/rules";
import type { CheckFactor } from "./factor.ts";
import { checkPasskey, checkSecurityKey } from "./passkey.ts";
import { checkPassword } from "./password.ts";
import { checkRecoveryCode } from "./recovery-code.ts";
import { checkTotp } from "./totp.ts";

export const factors = {
  password: checkPassword,
  passkey: checkPasskey,
  totp: checkTotp,
  "recovery-code": checkRecoveryCode,
  "security-key": checkSecurityKey,
} as const satisfies Readonly<Partial<Record<Factor, CheckFactor>>>;

/**
 * The factors that count, where browsers allow passkeys. Those after the checked ones are proved by a provider, or by a
 * browser.
 */
const FACTORS_ON: readonly Factor[] = [
  ...(Object.keys(factors) as (keyof typeof factors)[]),
  "federated",
  "federated-mfa",
  "federated-phr",
  "remembered-device",
];

/**
 * The levels that a sign-in to this deployment can have, the weakest first. Throws if none of them is as strong as the
 * deployment demands.
 */
export function levelsOf({ hasPasskeys, required }: { hasPasskeys: boolean; required: string | undefined }) {
  const on = hasPasskeys ? FACTORS_ON : FACTORS_ON.filter((factor) => !NEED_PASSKEYS.includes(factor));
  const levels = levelsBy(on);
  if (levelsByPolicy(levels, { client: required }).length === 0) {
    throw new Error(`no sign-in is possible: no factor of this deployment reaches REQUIRED_ACR, which is ${required}`);
  }
  return levels;
}

/** Without passkeys of its own, a deployment states no `phr`, either. */
const NEED_PASSKEYS: readonly Factor[] = ["passkey", "security-key", "federated-phr"];
