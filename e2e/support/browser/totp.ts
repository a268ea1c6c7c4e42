/** The codes of an authenticator app (RFC 6238), independent of the code of the issuer. */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";

const STEP_MS = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The secret that the page shows, which a person types into an app. */
export const shownSecret = async (page: Page) => (await page.locator("#secret-key").textContent()) ?? "";

/**
 * The code of six digits for this secret.
 *
 * @param secret in base32; spaces do not matter
 * @param step 0 for the code of now, 1 for the next one, which servers accept a little early
 */
export function totpCode(secret: string, step: 0 | 1 = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + step));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(/\s/g, "")].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
