/** Nonces for proofs of possession, without state: RFC 9449 §8 and §9. */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { UsableTime } from "./dpop-proof.ts";

const TTL_SECONDS = 300;
/** How far the clocks of replicas may differ. */
const SKEW_SECONDS = 5;
const TIME_BYTES = 6;
const RANDOM_BYTES = 6;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;
const MAC_BYTES = 16;

export interface DpopNonces {
  /** A nonce that is accepted for five minutes, of the characters that RFC 9449 §8.1 allows. */
  issue(now: Date): string;
  /** When a nonce is accepted; `undefined` for one that is too old, or was not issued with these keys. */
  timeOf(nonce: string, now: Date): UsableTime | undefined;
}

/**
 * Nonces that replicas with the same keys accept from each other. The first key makes them.
 *
 * @param purpose tells the servers of a deployment apart: each accepts only nonces of its own
 */
export function dpopNonces(keys: readonly Uint8Array[], purpose: string): DpopNonces {
  const own = keys.map((key) => Buffer.from(hkdfSync("sha256", key, "", `countersign dpop nonce ${purpose}`, 32)));
  const [first] = own;
  if (first === undefined) throw new Error("nonces need a key");

  return {
    issue(now) {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUIntBE(now.getTime(), 0, TIME_BYTES);
      randomBytes(RANDOM_BYTES).copy(head, TIME_BYTES);
      return Buffer.concat([head, macOf(first, head)]).toString("base64url");
    },

    timeOf(nonce, now) {
      const raw = Buffer.from(nonce, "base64url");
      if (raw.length !== HEAD_BYTES + MAC_BYTES || raw.toString("base64url") !== nonce) return undefined;

      const head = raw.subarray(0, HEAD_BYTES);
      if (!own.some((key) => timingSafeEqual(raw.subarray(HEAD_BYTES), macOf(key, head)))) return undefined;

      const issuedAt = head.readUIntBE(0, TIME_BYTES) / 1000;
      const ageSeconds = now.getTime() / 1000 - issuedAt;
      if (ageSeconds > TTL_SECONDS || ageSeconds < -SKEW_SECONDS) return undefined;
      return { from: issuedAt, until: issuedAt + TTL_SECONDS };
    },
  };
}

const macOf = (key: Buffer, head: Buffer) => createHmac("sha256", key).update(head).digest().subarray(0, MAC_BYTES);
