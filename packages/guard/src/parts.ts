/** Only for packages of this workspace, which share the guard's rules. The published package does not have it. */
export { type ChallengeReason, challenge } from "./answer.ts";
export { MAX_TOKEN_LENGTH, type Segments, split } from "./compact.ts";
export { type DpopNonces, dpopNonces } from "./dpop/nonces.ts";
export {
  /** @internal For the test that both verifiers follow the same rules. */
  verifyProof,
} from "./dpop/proof.ts";
export {
  assertForRequest,
  DPOP_ALGS,
  type DpopAlg,
  type DpopExpectations,
  type DpopProof,
  MAX_PROOF_LENGTH,
  type ProofJwk,
  readProofClaims,
  readProofHeader,
  usableTimeOf,
} from "./dpop/rules.ts";
export {
  type DpopSenderOptions,
  type DpopSenders,
  dpopSenders,
  isDpopNonceNeeded,
  type ProofMemory,
} from "./dpop/senders.ts";
export { type InvalidJwtError, invalidJwt, isInvalidJwt } from "./errors.ts";
export { type FetchLimits, fetchJson, isSafeUrl, limitedText } from "./keys/json-document.ts";
export {
  isKeysUnavailable,
  type KeysUnavailableError,
  type RemoteJwks,
  type RemoteJwksOptions,
  remoteJwks,
} from "./keys/remote-keys.ts";
export { publicMembers, signatureKeys } from "./keys/signature-keys.ts";
export { metadataAnswer, metadataPath, metadataUrl } from "./metadata.ts";
export { credentialsOf, isAccessToken, type PresentedToken, type Scheme } from "./request.ts";
export { isSameSender } from "./senders.ts";
