/** Remembers the proofs that were used, in this process: RFC 9449 §11.1. */
import { sha256 } from "../base64url.ts";
import type { ProofMemory } from "./senders.ts";

const MOST = 100_000;
/** Longer than a proof, or the nonce in it, may be ahead of the clock here, in milliseconds. */
const AHEAD_MS = 5001;

/**
 * A memory for one process. Several replicas need one that they share, such as Redis with `SET key value NX EX ttl`:
 * otherwise a proof that was seen on its way works once at each of them.
 *
 * @param most how many proofs are remembered. When it is full, the oldest are forgotten, and proofs that may have been
 *   among them need a nonce.
 */
export function proofsInMemory({ now = () => new Date(), most = MOST } = {}): ProofMemory {
  /** When each proof was used and is forgotten, in milliseconds since 1970; the oldest entry first. */
  const proofs = new Map<string, { readonly usedAt: number; readonly until: number }>();
  let bornAt = now();

  function makeRoom(at: number): void {
    for (const [key, { usedAt, until }] of proofs) {
      if (until > at && proofs.size < most) return;
      proofs.delete(key);
      // What was made until this one was used may be used a second time: it needs a newer nonce. Not what was made
      // later: if that needed a nonce as well, a memory that is always full would accept nothing.
      if (until > at) bornAt = new Date(Math.max(bornAt.getTime(), usedAt + AHEAD_MS));
    }
  }

  return {
    async remember(name, ttlSeconds) {
      const key = await sha256(name); // clients choose the length of a name
      const at = now().getTime();
      if ((proofs.get(key)?.until ?? 0) > at) return undefined;

      makeRoom(at);
      proofs.delete(key);
      proofs.set(key, { usedAt: at, until: at + ttlSeconds * 1000 });
      return bornAt;
    },
  };
}
