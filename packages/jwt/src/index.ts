export {
  type AccessTokenClaims,
  type AccessTokenExpectations,
  signAccessToken,
  type VerifiedAccessToken,
  verifyAccessToken,
} from "./access-token.ts";
export {
  type AssertedClaims,
  type AssertionExpectations,
  claimedSubject,
  MAX_UNDATED_ASSERTION_SECONDS,
  verifyClientAssertion,
} from "./client-assertion.ts";
export { type DecryptionExpectations, decryptNested, encryptTo, isEncrypted, type Recipient } from "./encryption.ts";
export {
  type DecryptionKey,
  ENCRYPTION_KEY_ALGS,
  type EncryptionKeyAlg,
  generateEncryptionKey,
  importDecryptionKey,
  isEncryptionKeyAlg,
  publicEncryptionJwk,
} from "./encryption-key.ts";
export { type InvalidJwtError, isInvalidJwt } from "./errors.ts";
export { halfHash, type IdTokenClaims, signIdToken, verifyIdTokenHint } from "./id-token.ts";
export { type FetchLimits, fetchJson, isSafeUrl, limitedText } from "./json-document.ts";
export { localKeys, type PublicJwk, type VerificationKeys } from "./local-keys.ts";
export { type LogoutTokenClaims, signLogoutToken } from "./logout-token.ts";
export { rememberVerified, type VerifyToken } from "./remember-verified.ts";
export {
  isKeysUnavailable,
  type KeysUnavailableError,
  type RemoteJwks,
  type RemoteJwksOptions,
  remoteJwks,
} from "./remote-keys.ts";
export { type RequestObjectExpectations, verifyRequestObject } from "./request-object.ts";
export type { KeyEncryptionKey } from "./sealed.ts";
export { openClientSecret, sealClientSecret } from "./sealed-client-secret.ts";
export { openPrivateJwk, sealPrivateJwk } from "./sealed-jwk.ts";
export {
  ACCESS_TOKEN_ALGS,
  type AccessTokenAlg,
  type GeneratedSigningKey,
  generateSigningKey,
  type HmacAlg,
  importSigningKey,
  publicJwks,
  SIGNING_ALGS,
  type Signer,
  type SigningAlg,
  type SigningKey,
} from "./signing-key.ts";
export { signUserinfo } from "./userinfo.ts";
