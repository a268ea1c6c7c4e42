/** Remembers the proofs that were used, in this process: RFC 9449 §11.1. */
import { sha256 } from "../base64url.ts";
import type { ProofMemory } from "./senders.ts";

const MOST = 100_000;

/**
 * A memory for one process. Several replicas need one that they share, such as Redis with `SET key value NX EX ttl`:
 * otherwise a proof that was seen on its way works once at each of them.
 *
 * @param most how many proofs are remembered. When it is full, the oldest are forgotten, and proofs that may have been
 *   among them need a nonce.
 */
export function proofsInMemory({ now = () => new Date(), most = MOST } = {}): ProofMemory {
  /** When each proof is forgotten, in milliseconds since 1970; the oldest entry first. */
  const forgottenAt = new Map<string, number>();
  let bornAt = now();

  function makeRoom(at: Date): void {
    for (const [key, until] of forgottenAt) {
      if (until > at.getTime() && forgottenAt.size < most) return;
      forgottenAt.delete(key);
      // What was made until now may be used a second time: it needs a nonce.
      if (until > at.getTime()) bornAt = at;
    }
  }

  return {
    async remember(name, ttlSeconds) {
      const key = await sha256(name); // clients choose the length of a name
      const at = now();
      const until = forgottenAt.get(key);
      if (until !== undefined && until > at.getTime()) return undefined;

      makeRoom(at);
      forgottenAt.delete(key);
      forgottenAt.set(key, at.getTime() + ttlSeconds * 1000);
      return bornAt;
    },
  };
}
