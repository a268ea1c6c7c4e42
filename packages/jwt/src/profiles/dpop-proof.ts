/**
 * Verifies proofs of possession with the platform's cryptography, which is faster than Web Crypto: RFC 9449 §4. The
 * rules are those of the guard, so that every server here accepts the same proofs.
 */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import {
  assertForRequest,
  type DpopAlg,
  type DpopExpectations,
  type DpopProof,
  type DpopSenderOptions,
  type DpopSenders,
  dpopSenders as guardSenders,
  MAX_PROOF_LENGTH,
  type ProofJwk,
  readProofClaims,
  readProofHeader,
  usableTimeOf,
} from "@countersign/guard/parts";
import { calculateJwkThumbprint } from "jose";
import { LRUCache } from "lru-cache";
import { invalidJwt } from "../errors.ts";
import { assertSignedBy, json, split } from "../jws/compact.ts";

/** Reads which key a sender holds, and accepts each proof once. */
export const dpopSenders = (options: Omit<DpopSenderOptions, "verifyProof">): DpopSenders =>
  guardSenders({ ...options, verifyProof: verifyDpopProof });

/** Verifies a proof as in §4.3. Throws `invalid_jwt`, and what `timeOfNonce` throws. */
export async function verifyDpopProof(proof: string, expected: DpopExpectations): Promise<DpopProof> {
  if (proof.length > MAX_PROOF_LENGTH) throw invalidJwt("the proof is longer than 4 KiB");
  const jws = split(proof);
  const { alg, key, thumbprint } = await headerOf(jws.protected);
  const claims = readProofClaims(json(jws.payload));

  assertForRequest(claims, expected);
  assertAccessToken(claims.ath, expected.accessToken);
  const time = await usableTimeOf(claims, expected);
  assertSignedBy(jws, alg, key);
  return { thumbprint, jti: claims.jti, time };
}

interface ProofKey {
  readonly alg: DpopAlg;
  readonly key: KeyObject;
  readonly thumbprint: string;
}

// All proofs of a key have the same header.
const headers = new LRUCache<string, ProofKey>({ max: 1000 });

async function headerOf(segment: string): Promise<ProofKey> {
  const known = headers.get(segment);
  if (known !== undefined) return known;

  const { alg, jwk } = readProofHeader(json(segment), segment.length);
  const read = { alg, key: imported(jwk), thumbprint: await calculateJwkThumbprint(jwk) };
  headers.set(Buffer.from(segment).toString(), read); // a copy: the segment would keep its whole proof in memory
  return read;
}

function imported(key: ProofJwk): KeyObject {
  try {
    return createPublicKey({ key, format: "jwk" });
  } catch (cause) {
    throw invalidJwt("jwk is not a key", cause);
  }
}

// §4.3 item 12: the proof was made for this token.
function assertAccessToken(ath: string | undefined, accessToken: string | undefined): void {
  if (accessToken === undefined) return;
  const hash = createHash("sha256").update(accessToken).digest("base64url");
  if (ath !== hash) throw invalidJwt("ath is not the hash of the access token");
}
