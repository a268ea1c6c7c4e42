/** Codes that a person types from a message. */
import { randomInt } from "node:crypto";
import { halfWidth } from "../../text/typed.ts";

const DIGITS = 6;

/** A new code of six random digits. All codes are equally likely. */
export const newCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");

/** The code that a person typed, without spaces; `undefined` for anything other than six digits. */
export function readCode(typed: string): string | undefined {
  if (typed.length > LONGEST_TYPED) return undefined;
  const code = halfWidth(typed).replaceAll(" ", "");
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}
const LONGEST_TYPED = 32;
