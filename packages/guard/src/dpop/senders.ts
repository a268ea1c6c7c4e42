/** Reads which key the sender of a request holds, and accepts each proof once: RFC 9449 §4.3, §8 and §11.1. */
import { invalidJwt } from "../errors.ts";
import type { DpopNonces } from "./nonces.ts";
import type { DpopExpectations, DpopProof } from "./rules.ts";

/** Remembers proofs. Replicas share it. */
export interface ProofMemory {
  /**
   * Remembers a key for `ttlSeconds`. Returns the time since which the memory remembers, or `undefined` if it remembers
   * the key already. Exactly one of concurrent callers gets a time.
   */
  remember(key: string, ttlSeconds: number): Promise<Date | undefined>;
}

export interface DpopSenderOptions {
  readonly memory: ProofMemory;
  readonly nonces: DpopNonces;
  /** Whether each proof must have a nonce. */
  readonly nonceRequired: boolean;
  /** Verifies one proof; where it runs decides by which cryptography. */
  readonly verifyProof: (proof: string, expected: DpopExpectations) => Promise<DpopProof>;
}

/** Every error other than `invalid_jwt`: the client must repeat the request with this nonce (RFC 9449 §8). */
export interface DpopNonceNeeded extends Error {
  readonly code: "use_dpop_nonce";
  readonly nonce: string;
}

export interface DpopSenders {
  /**
   * Verifies the proof of a request, and uses up nothing. Throws `invalid_jwt`, or `use_dpop_nonce`.
   *
   * @param headers every DPoP header of the request
   */
  verify(headers: readonly string[], request: Omit<DpopExpectations, "timeOfNonce">): Promise<DpopProof | undefined>;
  /**
   * Accepts a verified proof once: exactly one of concurrent callers returns. Throws `invalid_jwt`, or `use_dpop_nonce`
   * if the proof may have been used before the memory was emptied. If each proof must have a nonce and that of this one
   * ages, its replacement is returned for the answer (§8.2).
   */
  use(proof: DpopProof, now: Date): Promise<string | undefined>;
  /** Throws `use_dpop_nonce`, for a caller that knows by itself that the memory is too young for a proof. */
  challenge(now: Date): Promise<never>;
}

/** Longer than clocks of replicas differ, in seconds. */
const MARGIN_SECONDS = 10;
/** Half of the life of a nonce, in seconds: an older one is replaced. */
const AGING_SECONDS = 150;

export function dpopSenders({ memory, nonces, nonceRequired, verifyProof }: DpopSenderOptions): DpopSenders {
  const challenge = async (now: Date): Promise<never> => {
    throw nonceNeeded(await nonces.issue(now));
  };
  const timeOfNonce = (now: Date) => async (nonce: string | undefined) => {
    if (nonce === undefined && !nonceRequired) return undefined;
    const time = nonce === undefined ? undefined : await nonces.timeOf(nonce, now);
    return time ?? challenge(now);
  };

  return {
    challenge,

    async verify([proof, second], request) {
      if (proof === undefined) return undefined;
      // §4.3 item 1
      if (second !== undefined) throw invalidJwt("more than one DPoP header");
      return verifyProof(proof, { ...request, timeOfNonce: timeOfNonce(request.now) });
    },

    async use({ thumbprint, jti, time }, now) {
      const key = `dpop:${JSON.stringify([thumbprint, jti])}`;
      const leftSeconds = time.until - now.getTime() / 1000;
      const bornAt = await memory.remember(key, Math.ceil(leftSeconds) + MARGIN_SECONDS);
      if (bornAt === undefined) throw invalidJwt("the proof was used before");

      // An emptied memory forgot the proofs of before. A nonce shows that the proof was made after that, also if the
      // memory has a clock that is ahead, or began during this request: clients repeat a request once.
      if (time.from * 1000 < bornAt.getTime()) return challenge(later(now, bornAt));
      return nonceRequired && leftSeconds < AGING_SECONDS ? nonces.issue(now) : undefined;
    },
  };
}

const later = (one: Date, other: Date) => new Date(Math.max(one.getTime(), other.getTime()));

/** True for the error that asks the client for another proof, with a nonce. */
export function isDpopNonceNeeded(err: unknown): err is DpopNonceNeeded {
  return err instanceof Error && "code" in err && err.code === "use_dpop_nonce";
}

function nonceNeeded(nonce: string): DpopNonceNeeded {
  return Object.assign(new Error("the proof needs a nonce"), { code: "use_dpop_nonce" as const, nonce });
}
