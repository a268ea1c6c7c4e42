/**
 * The device code of the device grant. It carries a proof that this deployment gave it to a client. So a device that
 * asks when nothing is left of its request is told that the code expired (RFC 8628 §3.5), and one with a made-up code
 * is not. Nothing has to be stored for that.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { randomPart } from "../secret/random.ts";
import { newSecret, type Secret } from "../secret/secrets.ts";

const SECRET_LENGTH = 43;
const PROOF_BYTES = 16;
const LENGTH = SECRET_LENGTH + 1 + Math.ceil((PROOF_BYTES * 4) / 3);

export interface DeviceCodes {
  /** A new device code for a client: a secret of 256 random bits, and the proof. */
  issue(clientId: string): Secret;
  /** Whether this deployment gave this code to this client. */
  isGivenTo(clientId: string, code: string): boolean;
}

/** @param keys those of the deployment, so that every replica accepts the proof; the first makes it, all check it */
export function deviceCodes(keys: readonly { readonly key: Uint8Array }[]): DeviceCodes {
  const own = keys.map(({ key }) => keyFrom(key));
  const making = own[0] ?? keyFrom(randomPart(32));

  return {
    issue(clientId) {
      const secret = newSecret();
      return `${secret}.${proofOf(making, secret, clientId).toString("base64url")}` as Secret;
    },

    isGivenTo(clientId, code) {
      if (code.length !== LENGTH || code[SECRET_LENGTH] !== ".") return false;
      const [secret, text] = [code.slice(0, SECRET_LENGTH), code.slice(SECRET_LENGTH + 1)];
      const proof = Buffer.from(text, "base64url");
      // Base64url has other spellings of the same bytes. They are other codes.
      if (proof.length !== PROOF_BYTES || proof.toString("base64url") !== text) return false;
      return own.some((key) => timingSafeEqual(proofOf(key, secret, clientId), proof));
    },
  };
}

const keyFrom = (key: Uint8Array): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, "", "countersign device code", 32)));

const proofOf = (key: KeyObject, secret: string, clientId: string): Buffer =>
  createHmac("sha256", key).update(secret).update(clientId).digest().subarray(0, PROOF_BYTES);
