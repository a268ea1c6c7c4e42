export {
  type AuthorizationParams,
  type AuthorizationRequest,
  authorizationParams,
  checkAuthorizationRequest,
  DISPLAYS,
  type Display,
  PROMPTS,
  type Prompt,
  type Resource,
  refuseUnsupported,
} from "./authorization-request.ts";
export type { Answers as ResponseAnswers, AuthorizationResponse } from "./authorization-response.ts";
export { answersTo, withQuery } from "./authorization-response.ts";
export type { ClaimsByName, ClaimsRequest, RequestableClaim } from "./claims-request.ts";
export {
  type Client,
  ID_TOKEN_SIGNING_ALGS,
  isPublicClient,
  SUBJECT_TYPES,
  subjectTypeOf,
} from "./client.ts";
export { SIGNED_BY_CLIENT } from "./client-algs.ts";
export { type ClientMetadata, clientMetadata } from "./client-metadata.ts";
export {
  hasSecret,
  hmacAlgsOf,
  isLongEnough,
  newClientSecret,
  type SecretUse,
  secretUseIn,
  secretUseOf,
} from "./client-secret.ts";
export {
  answerConsent,
  askedBy,
  type Consent,
  coveredScopes,
  isGivenFor,
  isRequiredScope,
  type Shares,
  withheldClaims,
} from "./consent.ts";
export {
  CONTENT_ENCRYPTION_ALGS,
  type ContentEncryptionAlg,
  DEFAULT_CONTENT_ENCRYPTION,
  encryptionKeyOf,
  KEY_MANAGEMENT_ALGS,
  type KeyManagementAlg,
} from "./encryption.ts";
export {
  type ErrorCode,
  insufficientScope,
  invalidAccessToken,
  invalidClient,
  invalidGrant,
  invalidRequest,
  invalidScope,
  ProtocolError,
  tooManyRequests,
} from "./errors.ts";
export { HMAC_ALGS, type HmacAlg, isHmacAlg } from "./hmac.ts";
export { CLIENT_SIGNING_ALGS, type ClientJwks, type ClientSigningAlg, usableJwks } from "./jwk.ts";
export {
  canonicalLanguageTag,
  type FoundLanguage,
  isLanguageTag,
  languagesIn,
  lookupLanguage,
} from "./language.ts";
export { inLanguage, type LocalizedMembers, taggedMembers } from "./localized-metadata.ts";
export { type Answers, assertReachableAcr, type Facts, nextStep, type SignIn, type Step } from "./next-step.ts";
export { type RequestParameters, readParameters, refuseRepeated, takeParameters } from "./parameters.ts";
export { pictureType } from "./picture.ts";
export { codeChallengeMethod, codeChallengeOf } from "./pkce.ts";
export {
  type AssertionAudience,
  type AvailableProfile,
  assertionAudience,
  type Profile,
} from "./profile.ts";
export { randomText } from "./random.ts";
export {
  agreedHost,
  belongsToNobody,
  hostOf,
  type TrustedRedirectUri,
  trustPostLogoutRedirectUri,
  trustRedirectUri,
} from "./redirect-uri.ts";
export { isLocalHttp } from "./redirect-uri-registration.ts";
export {
  graceSeconds,
  isOffline,
  OFFLINE_ACCESS,
  type SpentToken,
  spentVerdict,
  yieldsRefreshToken,
} from "./refresh.ts";
export {
  type RegistrationContext,
  type RegistrationMetadata,
  takeRegistration,
  takeReplacement,
} from "./registration.ts";
export {
  type Checked,
  concernsRequests,
  endsAgreements,
  scopesLeft,
  type TakenBack,
  takenBack,
} from "./registration-change.ts";
export { isStrictAboutRequestObjects, mergeRequestObject } from "./request-object.ts";
export {
  RESPONSE_MODES,
  RESPONSE_TYPES,
  type ResponseMode,
  type ResponseType,
  responseModeOf,
  type Wanted,
} from "./response-type.ts";
export { isPersonScope, parseScope, scopesOfClient } from "./scope.ts";
export { openSecret, sealSecret } from "./sealed-secret.ts";
export { hasEnded, isLiveSecret, isRenewalDue, secretEnd } from "./secret-renewal.ts";
export { hashSecret, isSecret, newSecret, type Secret, type SecretHash } from "./secrets.ts";
export { assertSector, sectorOf } from "./sector-identifier.ts";
export { sessionStateOf } from "./session-state.ts";
export { type UserClaims, userClaims } from "./user-claims.ts";
export {
  type GrantedScopes,
  grantedScopes,
  narrowGranted,
  REQUIRED_SCOPE,
  type UserinfoRow,
  userinfoClaims,
} from "./userinfo.ts";
export { foldUsername, LONGEST_USERNAME, username, usernameLook } from "./username.ts";
