/**
 * The two encodings of an ECDSA signature. JWS puts the numbers r and s side by side, each as long as the curve's order
 * (RFC 7518 §3.4). The platform is twice as fast with a DER sequence of two integers (RFC 3279 §2.2.3).
 */
import type { SigningAlg } from "../keys/algs.ts";

/** Bytes of each of the two numbers. */
const NUMBER_BYTES: Readonly<Partial<Record<SigningAlg, number>>> = { ES256: 32, ES384: 48, ES512: 66 };

const [SEQUENCE, INTEGER] = [0x30, 0x02];
const LONGEST_SHORT_FORM = 0x7f;
/** A length of one more byte follows. */
const LONG_FORM = 0x81;

/** Converts a signature of the platform to the JWS encoding. A signature that is not ECDSA stays unchanged. */
export function toJws(signature: Buffer, alg: SigningAlg): Buffer {
  const bytes = NUMBER_BYTES[alg];
  if (bytes === undefined) return signature;

  const sideBySide = Buffer.alloc(2 * bytes);
  const first = signature[1] === LONG_FORM ? 3 : 2;
  const second = putNumber(signature, first, sideBySide, bytes);
  putNumber(signature, second, sideBySide, 2 * bytes);
  return sideBySide;
}

/** Converts a JWS signature to the platform's encoding; `undefined` if its length does not fit its algorithm. */
export function fromJws(signature: Buffer, alg: SigningAlg): Buffer | undefined {
  const bytes = NUMBER_BYTES[alg];
  if (bytes === undefined) return signature;
  if (signature.length !== 2 * bytes) return undefined;

  const numbers = [integerOf(signature.subarray(0, bytes)), integerOf(signature.subarray(bytes))];
  const length = numbers.reduce((sum, number) => sum + number.length, 0);
  const header = length > LONGEST_SHORT_FORM ? [SEQUENCE, LONG_FORM, length] : [SEQUENCE, length];
  return Buffer.concat([Buffer.from(header), ...numbers]);
}

/** Copies the integer at an offset so that it ends at `end`, and returns where the next one begins. */
function putNumber(der: Buffer, at: number, to: Buffer, end: number): number {
  const [from, next] = [at + 2, at + 2 + (der[at + 1] ?? 0)];
  const significant = der[from] === 0 ? from + 1 : from; // DER pads a number that would be negative
  der.copy(to, end - (next - significant), significant, next);
  return next;
}

/** A number as a DER integer: without leading zeros, except the one that keeps it positive. */
function integerOf(number: Buffer): Buffer {
  let start = 0;
  while (start < number.length - 1 && number[start] === 0) start += 1;
  const significant = number.subarray(start);
  const sign = (significant[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.concat([Buffer.from([INTEGER, significant.length + sign.length, ...sign]), significant]);
}
