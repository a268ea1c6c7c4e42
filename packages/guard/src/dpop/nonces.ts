/** Nonces for proofs of possession, without state: RFC 9449 §8 and §9. */
import { base64url, type CryptoKey } from "jose";
import { bytesOf } from "../base64url.ts";
import type { UsableTime } from "./rules.ts";

const TTL_SECONDS = 300;
/** How far the clocks of replicas may differ. */
const SKEW_SECONDS = 5;

const TIME_BYTES = 6;
const RANDOM_BYTES = 6;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;
const MAC_BYTES = 16;
const TEXT = /^[\w-]{38}$/;

export interface DpopNonces {
  /** A nonce that is accepted for five minutes, of the characters that RFC 9449 §8.1 allows. */
  issue(now: Date): Promise<string>;
  /** When a nonce is accepted; `undefined` for one that is too old, or was not issued with these keys. */
  timeOf(nonce: string, now: Date): Promise<UsableTime | undefined>;
}

/**
 * Nonces that replicas with the same keys accept from each other. The first key makes them.
 *
 * @param purpose tells the servers of a deployment apart: each accepts only nonces of its own
 */
export function dpopNonces(keys: readonly Uint8Array[], purpose: string): DpopNonces {
  const [first, ...others] = keys.map((key) => lazily(() => macKey(key, `countersign dpop nonce ${purpose}`)));
  if (first === undefined) throw new Error("nonces need a key");

  return {
    async issue(now) {
      const nonce = new Uint8Array(HEAD_BYTES + MAC_BYTES);
      const head = nonce.subarray(0, HEAD_BYTES);
      writeTime(head, now.getTime());
      crypto.getRandomValues(head.subarray(TIME_BYTES));
      nonce.set((await macOf(await first(), head)).subarray(0, MAC_BYTES), HEAD_BYTES);
      return base64url.encode(nonce);
    },
    async timeOf(nonce, now) {
      if (!TEXT.test(nonce)) return undefined;
      const raw = base64url.decode(nonce);
      // One spelling only: the last character has unused bits.
      if (base64url.encode(raw) !== nonce) return undefined;
      if (!(await isOurs(raw, [first, ...others]))) return undefined;

      const issuedAt = readTime(raw) / 1000;
      const ageSeconds = now.getTime() / 1000 - issuedAt;
      if (ageSeconds > TTL_SECONDS || ageSeconds < -SKEW_SECONDS) return undefined;
      return { from: issuedAt, until: issuedAt + TTL_SECONDS };
    },
  };
}

type Mac = () => Promise<CryptoKey>;

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function macKey(key: Uint8Array, info: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", new Uint8Array(key), "HKDF", false, ["deriveBits"]);
  const derived = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf(info) };
  const bits = await crypto.subtle.deriveBits(derived, base, 256);
  return crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

const macOf = async (key: CryptoKey, head: Uint8Array) =>
  new Uint8Array(await crypto.subtle.sign("HMAC", key, new Uint8Array(head)));

async function isOurs(nonce: Uint8Array, keys: readonly Mac[]): Promise<boolean> {
  for (const key of keys) {
    const mac = await macOf(await key(), nonce.subarray(0, HEAD_BYTES));
    // Compared without an early end: the time must not tell how much of a guess is right.
    const differs = nonce.subarray(HEAD_BYTES).reduce((sum, byte, at) => sum | (byte ^ (mac[at] ?? 0)), 0);
    if (differs === 0) return true;
  }
  return false;
}

function writeTime(head: Uint8Array, milliseconds: number): void {
  const view = new DataView(head.buffer, head.byteOffset);
  view.setUint16(0, Math.floor(milliseconds / 2 ** 32));
  view.setUint32(2, milliseconds % 2 ** 32);
}

function readTime(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset);
  return view.getUint16(0) * 2 ** 32 + view.getUint32(2);
}
