/** The user code of the device grant: what a person reads on a device and types here (RFC 8628 §6.1). */
import { randomInt } from "node:crypto";
import { halfWidth } from "../../text/typed.ts";

/** Capital letters without vowels and `Y`: they spell no word, and none is mistaken for a digit. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 10;
/** The letters before and after the hyphen. */
const GROUP = 5;
const LONGEST_TYPED = 32;

/**
 * How many user codes there are: 20¹⁰, about 2⁴³. Decision 179 computes from it how likely a guess is.
 *
 * @internal For tests.
 */
export const USER_CODES = LETTERS.length ** LENGTH;

/** A new user code, without the hyphen. All codes are equally likely. */
export const newUserCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A user code in the form in which people read it: `BCDFG-HJKLM`. */
export const showUserCode = (code: string): string =>
  Array.from({ length: LENGTH / GROUP }, (_, at) => code.slice(at * GROUP, (at + 1) * GROUP)).join("-");

/** The code that a person typed: case, spaces and hyphens do not count. `undefined` for anything that is not a code. */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > LONGEST_TYPED) return undefined;
  const code = halfWidth(typed).replaceAll(/[\s-]/g, "");
  return /^[B-DF-HJ-NP-TV-XZ]{10}$/i.test(code) ? code.toUpperCase() : undefined;
}
