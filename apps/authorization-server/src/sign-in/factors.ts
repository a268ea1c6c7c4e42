/**
 * The table of factors: how each is checked. What proofs amount to (`amr`, `acr`) and which are missing is the rule
 * `assessProofs`; the page on which a factor is proved is named by the rule `nextStep`.
 */
import type { Factor } from "@countersign/rules";
import type { CheckFactor } from "./factor.ts";
import { checkPassword } from "./password.ts";

export const factors = { password: checkPassword } as const satisfies Readonly<Record<Factor, CheckFactor>>;
