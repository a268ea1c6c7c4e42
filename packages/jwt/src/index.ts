export {
  DPOP_ALGS,
  type DpopProof,
  type DpopSenders,
  dpopNonces,
  type FetchLimits,
  fetchJson,
  isDpopNonceNeeded,
  isSafeUrl,
  limitedText,
  type ProofMemory,
} from "@countersign/guard/parts";
export { type DecryptionExpectations, decryptNested, encryptTo, isEncrypted, type Recipient } from "./encryption.ts";
export { type InvalidJwtError, isInvalidJwt } from "./errors.ts";
export { rememberVerified, type VerifyToken } from "./jws/remember-verified.ts";
export { ACCESS_TOKEN_ALGS, type AccessTokenAlg, type HmacAlg, SIGNING_ALGS, type SigningAlg } from "./keys/algs.ts";
export {
  type DecryptionKey,
  ENCRYPTION_KEY_ALGS,
  type EncryptionKeyAlg,
  generateEncryptionKey,
  importDecryptionKey,
  isEncryptionKeyAlg,
  publicEncryptionJwk,
} from "./keys/encryption-key.ts";
export { localKeys, type PublicJwk, type VerificationKeys } from "./keys/local-keys.ts";
export {
  isKeysUnavailable,
  type KeysUnavailableError,
  type RemoteJwks,
  type RemoteJwksOptions,
  remoteJwks,
} from "./keys/remote-keys.ts";
export type { KeyEncryptionKey } from "./keys/sealed.ts";
export { openClientSecret, sealClientSecret } from "./keys/sealed-client-secret.ts";
export { openPrivateJwk, sealPrivateJwk } from "./keys/sealed-jwk.ts";
export { openText, type SealedFor, sealText } from "./keys/sealed-text.ts";
export {
  type GeneratedSigningKey,
  generateSigningKey,
  importSigningKey,
  publicJwks,
  type Signer,
  type SigningKey,
} from "./keys/signing-key.ts";
export {
  ACCESS_TOKEN_TYPS,
  type AccessTokenClaims,
  type AccessTokenExpectations,
  type AccessTokenTyp,
  signAccessToken,
  type VerifiedAccessToken,
  verifyAccessToken,
} from "./profiles/access-token.ts";
export {
  claimedIssuer,
  type GrantAssertionClaims,
  verifyGrantAssertion,
} from "./profiles/assertion-grant.ts";
export { signAuthorizationResponse } from "./profiles/authorization-response.ts";
export {
  type AssertedClaims,
  type AssertionExpectations,
  claimedSubject,
  MAX_UNDATED_ASSERTION_SECONDS,
  verifyClientAssertion,
} from "./profiles/client-assertion.ts";
export { dpopSenders, verifyDpopProof } from "./profiles/dpop-proof.ts";
export { halfHash, type IdTokenClaims, signIdToken, verifyIdTokenHint } from "./profiles/id-token.ts";
export { signIntrospectionResponse } from "./profiles/introspection-response.ts";
export { type LogoutTokenClaims, signLogoutToken } from "./profiles/logout-token.ts";
export { type OwnAssertionClaims, signOwnAssertion } from "./profiles/own-assertion.ts";
export {
  acceptedUntil,
  type ProviderLogoutClaims,
  verifyProviderLogoutToken,
} from "./profiles/provider-logout-token.ts";
export { type RequestObject, verifyRequestObject } from "./profiles/request-object.ts";
export { signUserinfo } from "./profiles/userinfo.ts";
