/** Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, 6 digits and steps of 30 seconds, as all apps know it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { halfWidth } from "../../text/typed.ts";
import { randomPart } from "../../token/secret/random.ts";
import { fromBase32, toBase32 } from "./base32.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 §4: 160 bits are recommended. */
const SECRET_BYTES = 20;
/** RFC 6238 §5.2: one step before and one after, for slow people and wrong clocks. */
const WINDOW = [0, -1, 1] as const;

/** A new secret in base32, as apps take it. */
export const newTotpSecret = (): string => toBase32(randomPart(SECRET_BYTES));

/** The code of a secret for a step (RFC 4226 §5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/** The number of the step at this time (RFC 6238 §4.2). */
export const totpStepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/**
 * The step whose code this is, within one step of now; `undefined` for a wrong code. The caller accepts each step once
 * (RFC 6238 §5.2). It takes the same time for every code.
 */
export function matchingStep(secret: string, code: string, at: Date): number | undefined {
  const now = totpStepAt(at);
  const matching = WINDOW.map((offset) => now + offset).filter((step) => isSame(totpCode(secret, step), code));
  return matching[0];
}

/** The six digits that a person typed, perhaps with spaces; `undefined` for anything else. */
export function typedTotpCode(typed: string): string | undefined {
  if (typed.length > 20) return undefined;
  const code = halfWidth(typed).replaceAll(" ", "");
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/**
 * The address that an app reads from a QR code (Key Uri Format of Google Authenticator).
 *
 * @param issuer the name of the service
 * @param account the name of the account at the service
 */
export function otpauthUri(secret: string, { issuer, account }: { readonly issuer: string; readonly account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
