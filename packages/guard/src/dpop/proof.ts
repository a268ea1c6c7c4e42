/** Verifies a proof of possession with Web Crypto: RFC 9449 §4.3. */
import { calculateJwkThumbprint, flattenedVerify, importJWK } from "jose";
import { jsonOf, sha256 } from "../base64url.ts";
import { split } from "../compact.ts";
import { invalidJwt } from "../errors.ts";
import {
  assertForRequest,
  type DpopExpectations,
  type DpopProof,
  MAX_PROOF_LENGTH,
  type ProofHeader,
  readProofClaims,
  readProofHeader,
  usableTimeOf,
} from "./rules.ts";

/** Verifies a proof as in §4.3. Throws `invalid_jwt`, and what `timeOfNonce` throws. */
export async function verifyProof(proof: string, expected: DpopExpectations): Promise<DpopProof> {
  if (proof.length > MAX_PROOF_LENGTH) throw invalidJwt("the proof is longer than 4 KiB");
  const jws = split(proof);
  const header = readProofHeader(jsonOf(jws.protected), jws.protected.length);
  const claims = readProofClaims(jsonOf(jws.payload));
  assertForRequest(claims, expected);

  // §4.3 item 12: the proof was made for this token.
  const { accessToken } = expected;
  if (accessToken !== undefined && claims.ath !== (await sha256(accessToken)))
    throw invalidJwt("ath is not the hash of the access token");

  const time = await usableTimeOf(claims, expected);
  await assertSigned(jws, header);
  return { thumbprint: await calculateJwkThumbprint(header.jwk), jti: claims.jti, time };
}

async function assertSigned(jws: ReturnType<typeof split>, { alg, jwk }: ProofHeader): Promise<void> {
  try {
    await flattenedVerify(jws, await importJWK(jwk, alg), { algorithms: [alg] });
  } catch (cause) {
    throw invalidJwt("the signature does not verify", cause);
  }
}
