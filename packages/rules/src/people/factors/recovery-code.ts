/**
 * Recovery codes: look-up secrets for a person who lost the second factor (NIST SP 800-63B-4 §3.1.2). Each has a number
 * and 80 random bits. The number says which hash to compare, so that a try costs one hash.
 */
import { halfWidth } from "../../text/typed.ts";
import { randomPart } from "../../token/secret/random.ts";
import { toBase32 } from "./base32.ts";

export const RECOVERY_CODES = 10;
const BYTES = 10;
const CHARACTERS = 16;
const TYPED = /^(10|[1-9])([A-Z2-7]{16})$/;

export interface RecoveryCode {
  /** From 1 to `RECOVERY_CODES`. */
  readonly number: number;
  /** 16 characters of base32. */
  readonly code: string;
}

/** A new set. */
export const newRecoveryCodes = (): readonly RecoveryCode[] =>
  Array.from({ length: RECOVERY_CODES }, (_, index) => ({ number: index + 1, code: toBase32(randomPart(BYTES)) }));

/** As a person reads it: `3-ABCD-EFGH-IJKL-MNOP`. */
export const shownRecoveryCode = ({ number, code }: RecoveryCode): string =>
  [number, ...(code.match(/.{4}/g) ?? [])].join("-");

/**
 * What a person typed, in either case, with or without hyphens and spaces; `undefined` for anything else. `10` and a
 * code of 16 characters begin like `1` and a code of 17, which does not exist.
 */
export function typedRecoveryCode(typed: string): RecoveryCode | undefined {
  if (typed.length > 4 * CHARACTERS) return undefined;
  const [, number, code] = TYPED.exec(halfWidth(typed).replaceAll(/[\s-]/g, "").toUpperCase()) ?? [];
  return number === undefined || code === undefined ? undefined : { number: Number(number), code };
}
