/** Determines the key that the sender of a request to our endpoints proves: RFC 9449 §5. */

import {
  type DpopProof,
  type DpopSenders,
  dpopNonces,
  dpopSenders,
  isDpopNonceNeeded,
  isInvalidJwt,
  type KeyEncryptionKey,
  type ProofMemory,
} from "@countersign/jwt";
import { ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";

interface SenderSettings {
  readonly keyEncryptionKeys: readonly Pick<KeyEncryptionKey, "key">[];
  /** Whether each proof must have a nonce of ours (RFC 9449 §8). */
  readonly nonceRequired: boolean;
}

/** Verifies proofs, and remembers them in a memory that all replicas share. */
export function openSenders(memory: ProofMemory, { keyEncryptionKeys, nonceRequired }: SenderSettings): DpopSenders {
  const keys = keyEncryptionKeys.map(({ key }) => key);
  return dpopSenders({ memory, nonces: dpopNonces(keys, "authorization-server"), nonceRequired });
}

/** A proof that is not used up yet. */
export interface WaitingProof {
  /** From when it could be used, in seconds since 1970. */
  readonly usableFrom: number;
  /** Throws `use_dpop_nonce`: the proof may have been used before the store was emptied. */
  challenge(): Promise<never>;
}

/** A sender whose proof was verified, and is not used up yet. */
export interface ProvedSender {
  /** The proof, if the request has one. */
  readonly proof?: WaitingProof;
  /**
   * Uses the proof up, and returns the thumbprint of its key; `undefined` without a proof. Throws `invalid_dpop_proof`
   * for a proof that was used before.
   */
  use(): Promise<string | undefined>;
}

interface SenderDependencies {
  readonly senders: DpopSenders;
  /** The address below which this listener has its endpoints. */
  readonly endpointsUrl: string;
  readonly now: () => Date;
}

/**
 * Verifies what a request proves about its sender. Call this before the client is authenticated: a request that is
 * refused here, or must be repeated with a nonce, has used nothing up (RFC 9449 §8). Throws `invalid_dpop_proof` and
 * `use_dpop_nonce`.
 */
export function senderOf(call: Call, deps: SenderDependencies): ProvedSender | Promise<ProvedSender> {
  return call.req.headers.dpop === undefined ? UNPROVED : proved(call, deps);
}

async function proved(call: Call, { senders, endpointsUrl, now }: SenderDependencies): Promise<ProvedSender> {
  // The configured origin, never that of the request: a proof that was made for another host is not for us.
  const url = `${new URL(endpointsUrl).origin}${call.pattern}`;
  const proof = await refusing(call, senders.verify(call.valuesOf("dpop"), { method: "POST", url, now: now() }));
  if (proof === undefined) return UNPROVED;
  const challenge = () => refusing(call, senders.challenge(now()));
  return { use: () => used(call, proof, senders, now()), proof: { usableFrom: proof.time.from, challenge } };
}

const UNPROVED: ProvedSender = { use: async () => undefined };

async function used(call: Call, proof: DpopProof, senders: DpopSenders, at: Date): Promise<string> {
  const nonce = await refusing(call, senders.use(proof, at));
  // RFC 9449 §8.2: a nonce that ages is replaced before it is refused.
  if (nonce !== undefined) call.res.setHeader("dpop-nonce", nonce);
  return proof.thumbprint;
}

async function refusing<T>(call: Call, checked: Promise<T>): Promise<T> {
  try {
    return await checked;
  } catch (err) {
    if (isInvalidJwt(err)) throw new ProtocolError("invalid_dpop_proof", "the DPoP proof is invalid", err.detail);
    if (!isDpopNonceNeeded(err)) throw err;
    call.res.setHeader("dpop-nonce", err.nonce);
    throw new ProtocolError("use_dpop_nonce", "the DPoP proof needs the nonce of this answer");
  }
}
