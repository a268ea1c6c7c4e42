export { takesSecretEitherWay } from "./client/accepted-methods.ts";
export { addressOfApp } from "./client/app-address.ts";
export { type Client, type ClientMembers, type ClientRecord, isPublicClient } from "./client/client.ts";
export { checkClient, type Finding } from "./client/client-check.ts";
export { type CertificateNames, hasRegisteredName } from "./client/keys/certificate-subject.ts";
export {
  hasSecret,
  hmacAlgsOf,
  isLongEnough,
  newClientSecret,
  type SecretUse,
  secretUseIn,
  secretUseOf,
} from "./client/keys/client-secret.ts";
export {
  CONTENT_ENCRYPTION_ALGS,
  type ContentEncryptionAlg,
  DEFAULT_CONTENT_ENCRYPTION,
  encryptionKeyOf,
  type KeyManagementAlg,
} from "./client/keys/encryption.ts";
export { HMAC_ALGS, type HmacAlg, isHmacAlg } from "./client/keys/hmac.ts";
export {
  CLIENT_SIGNING_ALGS,
  type ClientJwks,
  type ClientSigningAlg,
  clientJwks,
  isOfKey,
  usableJwks,
} from "./client/keys/jwk.ts";
export { responseAlg } from "./client/keys/response-alg.ts";
export { hasEnded, isLiveSecret, isRenewalDue, secretEnd } from "./client/keys/secret-renewal.ts";
export { seesGroups, seesGroupsUnasked } from "./client/mapped-groups.ts";
export { type ClientMetadata, clientMetadata, withOperatorDefaults } from "./client/metadata/client-metadata.ts";
export { gatherLocalized, inLanguage, type LocalizedMembers } from "./client/metadata/localized-metadata.ts";
export { hearsOfEndedSessions } from "./client/metadata/logout-metadata.ts";
export { isLocalHttp, REDIRECT_URI_EXCEPTIONS } from "./client/metadata/redirect-uri-registration.ts";
export { assertSector } from "./client/metadata/sector-identifier.ts";
export {
  type AssertionAudience,
  allowsAlg,
  assertionAudience,
  requiresPushedRequests,
  rotatesRefreshTokens,
} from "./client/profile.ts";
export {
  CLIENT_ROWS,
  type ClientRow,
  changedMembers,
  clientFields,
  keptMembers,
  type StoredMetadata,
  shownMetadata,
  supportedValues,
} from "./client/record/client-rows.ts";
export {
  CLIENT_AUTHENTICATION_METHODS,
  CONSENT_POLICIES,
  DEVICE_CODE,
  ID_TOKEN_CLAIMS,
  /** @internal For tests. */
  ID_TOKEN_SIGNING_ALGS,
  JWT_BEARER,
  PROFILES,
  type Profile,
  TOKEN_EXCHANGE,
} from "./client/record/registered-values.ts";
export {
  type ClientDocumentParser,
  clientDocumentParser,
  documentUrlProblem,
  hostOfDocument,
} from "./client/registration/client-document.ts";
export { type CachingHeaders, freshSeconds } from "./client/registration/document-freshness.ts";
export { type OpenRegistrationParser, openRegistrationParser } from "./client/registration/open-registration.ts";
export { provisionedMembers } from "./client/registration/provisioned.ts";
export {
  type CertificateUse,
  type RegistrationContext,
  type RegistrationMetadata,
  type RegistrationParser,
  registrationParser,
} from "./client/registration/registration.ts";
export {
  type Checked,
  concernsRequests,
  endsAgreements,
  endsDocumentAgreements,
  scopesLeft,
  type TakenBack,
  takenBack,
} from "./client/registration/registration-change.ts";
export { operatorMembers } from "./client/registration/registration-shape.ts";
export { isDocumentClient, isDocumentUrl, registeredItself } from "./client/registration/self-registered.ts";
export {
  assertSameSender,
  type Confirmation,
  confirmationOf,
  NO_SENDER,
  type Sender,
  tokenTypeOf,
} from "./confirmation.ts";
export {
  answerConsent,
  askedBy,
  type Consent,
  coveredScopes,
  isGivenFor,
  isRequiredScope,
  type Shares,
  withheldClaims,
} from "./consent/consent.ts";
export { groupsOf, rememberedDetails } from "./consent/details-consent.ts";
export {
  isOrganizationScope,
  ORGANIZATION_SCOPE,
  organizationIn,
  refusedOrganization,
} from "./consent/organization-scope.ts";
export { isNothingGranted, questionsOf } from "./consent/resource-consent.ts";
export { isPersonScope, narrows, parseScope, scopesOfClient, stillGranted } from "./consent/scope.ts";
export { type ScopeTexts, scopeTexts, textOfScope, textsWithoutScope } from "./consent/scope-texts.ts";
export {
  type DetailsClient,
  detailsOfClient,
  readDetails,
  resourcesOfDetails,
  withDetails,
} from "./details/details.ts";
export type { Detail, DetailsType, DetailsTypes, GrantedDetails } from "./details/details-type.ts";
export type { Json, JsonObject } from "./details/json.ts";
export { narrowedDetails } from "./details/narrowing.ts";
export {
  type ErrorCode,
  insufficientScope,
  invalidAccessToken,
  invalidClient,
  invalidGrant,
  invalidRequest,
  invalidScope,
  invalidTarget,
  ProtocolError,
  tooManyRequests,
} from "./errors.ts";
export { type Color, isColor, LEAST_CONTRAST } from "./looks/color.ts";
export {
  LOOKS_KEYS,
  type LooksKey,
  type LooksSettings,
  looksChange,
  looksShape,
  mergedSettings,
  readLooks,
  type WrongSetting,
} from "./looks/looks.ts";
export { contrasts, illegible, PALETTE, SCHEMES, type Scheme, strongAccent } from "./looks/palette.ts";
export { ageOn } from "./people/claims/age.ts";
export { mappedClaims, readClaimMapping } from "./people/claims/claim-mapping.ts";
export {
  EDITABLE_CLAIMS,
  type EditableClaim,
  readTypedClaims,
  TYPED_CLAIMS,
  type TypedClaim,
  type TypedClaims,
} from "./people/claims/profile-claims.ts";
export { type UserClaims, userClaims } from "./people/claims/user-claims.ts";
export { toBase32 } from "./people/factors/base32.ts";
export {
  /** @internal For tests. */
  makeBloomFilter,
  openBloomFilter,
  type TextSet,
} from "./people/factors/bloom-filter.ts";
export {
  type AssertionResponse,
  assertionOptions,
  type CredentialState,
  isCloned,
  isPasskeyOffered,
  type KnownCredential,
  newUserHandle,
  PASSKEY_ALGS,
  type PasskeyUse,
  passkeyName,
  type RegistrationResponse,
  type RelyingParty,
  readAssertion,
  readRegistration,
  registrationOptions,
  signedChallenge,
} from "./people/factors/passkeys.ts";
export {
  assessPassword,
  foldPassword,
  LONGEST_PASSWORD_BYTES,
  namesOf,
  type PasswordProblem,
  SHORTEST_PASSWORD,
  SHORTEST_PASSWORD_WITH_SECOND_FACTOR,
  visiblePassword,
} from "./people/factors/password-policy.ts";
export {
  newRecoveryCodes,
  RECOVERY_CODES,
  type RecoveryCode,
  shownRecoveryCode,
  typedRecoveryCode,
} from "./people/factors/recovery-code.ts";
export { type RelyingPartySettings, relyingPartyOf } from "./people/factors/relying-party.ts";
export {
  matchingStep,
  newTotpSecret,
  otpauthUri,
  /** @internal For tests. */
  totpCode,
  /** @internal For tests. */
  totpStepAt,
  typedTotpCode,
} from "./people/factors/totp.ts";
export {
  decideUnknown,
  FEDERATION_MODES,
  type FederationMode,
  federationCallback,
  federationCallbackPath,
  federationLogout,
  federationSignedOut,
  homeRealm,
  PROVIDER_PROBLEMS,
  type ProviderProblem,
  type ProviderTrust,
  provedAddress,
  readSubject,
  statedAddress,
  statedName,
  supplementOf,
} from "./people/federation.ts";
export {
  ACCOUNT_LEVELS,
  type AccountLevel,
  assessLevel,
  highestAcr,
  maxAgeOfLevel,
  reachesLevel,
} from "./people/levels/account-level.ts";
export {
  assertReachable,
  type Demands,
  isAtLeast,
  isReachable,
  knownAcrs,
  levelsByPolicy,
  meetsDemands,
} from "./people/levels/demands.ts";
export { type EnrollableFactor, type EnrolmentProgress, hintOfAddress } from "./people/levels/enrolment.ts";
export {
  ACRS,
  type Acr,
  type Factor,
  type Level,
  levelsBy,
  type Proof,
  type SealedHint,
} from "./people/levels/proofs.ts";
export { type BlockList, blockedAddress, blockList } from "./people/names/blocked-addresses.ts";
export {
  randomUsername,
  readChosenUsername,
  USERNAME_CHARACTERS,
  type UsernameCharacters,
} from "./people/names/chosen-username.ts";
export { asciiDomain, domainOf, type EmailAddress, readEmailAddress } from "./people/names/email-address.ts";
export { addressInUsername, foldUsername, LONGEST_USERNAME, username, usernameLook } from "./people/names/username.ts";
export { PROVIDER_PRESETS, type ProviderPreset, presetOf } from "./people/provider-presets.ts";
export {
  /** @internal For tests. */
  REMEDIES,
  type ReadRemedy,
  type Remedy,
  readRemedy,
  remedyOf,
} from "./remedies.ts";
export {
  type AuthorizationParams,
  type AuthorizationRequest,
  authorizationParams,
  checkAuthorizationRequest,
  DISPLAYS,
  type Display,
  PROMPTS,
  type Prompt,
  refuseUnsupported,
} from "./request/authorization-request.ts";
export type { ClaimsByName, ClaimsRequest, RequestableClaim } from "./request/claims-request.ts";
export { checkDeviceRequest, type DeviceRequest, deviceParams, NO_CLAIMS } from "./request/device-request.ts";
export { type RequestParameters, readParameters, refuseRepeated, takeParameters } from "./request/parameters.ts";
export { codeChallengeMethod, codeChallengeOf } from "./request/pkce.ts";
export {
  isKept,
  type RefusedRequest,
  refusedRequest,
} from "./request/refused-request.ts";
export { type CheckedRequest, checkRequest, type RequestSurroundings } from "./request/request-check.ts";
export {
  hasRequestObject,
  mergeRequestObject,
  type RequestObjectRules,
  refusalOfUnsigned,
  requestObjectRules,
} from "./request/request-object.ts";
export type { AuthorizationResponder, AuthorizationResponse } from "./request/response/authorization-response.ts";
export { responderFor, withQuery } from "./request/response/authorization-response.ts";
export {
  agreedHost,
  hostOf,
  isOnDevice,
  isOriginOf,
  isUnowned,
  type TrustedRedirectUri,
  trustPostLogoutRedirectUri,
  trustRedirectUri,
} from "./request/response/redirect-uri.ts";
export { type Delivery, deliveryOf } from "./request/response/response-mode.ts";
export {
  /** @internal For tests. */
  RESPONSE_TYPES,
  type RequestedArtifacts,
  type ResponseType,
} from "./request/response/response-type.ts";
export type { Facts, SignIn } from "./request/steps/facts.ts";
export { nextStep } from "./request/steps/next-step.ts";
export type { AcceptedInvitation, FederatedProgress, Progress, SignUpProgress } from "./request/steps/progress.ts";
export {
  authenticationBy,
  demandsOf,
  personToProve,
  provingOf,
  strongerBy,
  waysToEnrol,
  waysToProve,
} from "./request/steps/sign-in-step.ts";
export type { PageName, Step } from "./request/steps/step.ts";
export { decimalOf, isDecimal } from "./text/integer.ts";
export {
  canonicalLanguageTag,
  type FoundLanguage,
  isLanguageTag,
  languagesIn,
  lookupLanguage,
} from "./text/language.ts";
export { reasonOf } from "./text/reason.ts";
export { isSlug, slug } from "./text/slug.ts";
export { isStorable, unstorableAt } from "./text/storable.ts";
export { type NamedBrowser, nameBrowser } from "./text/user-agent.ts";
export { displayName, isVisible, UNSEEN, visibleNote, visibleText } from "./text/visible.ts";
export { after, numericDate } from "./time.ts";
export { bearerCredentials, isBearerToken } from "./token/bearer.ts";
export { boundSender, type ProvedParts } from "./token/bound-sender.ts";
export { type DeviceCodes, deviceCodes } from "./token/device/device-code.ts";
export {
  COLLECT_SECONDS,
  countsForNext,
  type DeviceDecision,
  nextInterval,
  POLL_INTERVAL_SECONDS,
  type PollVerdict,
  pollError,
  pollVerdict,
  unknownDeviceCode,
  type WaitingDevice,
} from "./token/device/device-poll.ts";
export {
  newUserCode,
  readUserCode,
  showUserCode,
  /** @internal For tests. */
  USER_CODES,
} from "./token/device/user-code.ts";
export { INTROSPECTION_JWT, isIntrospectedAsJwt } from "./token/introspection-format.ts";
export { type Lineage, lineage } from "./token/lineage.ts";
export {
  graceSeconds,
  isOffline,
  OFFLINE_ACCESS,
  refreshConfirmation,
  type SpentToken,
  spentVerdict,
  yieldsRefreshToken,
} from "./token/refresh.ts";
export { type Asked, allScopes, audienceOf, type GrantedResources } from "./token/resources/audience.ts";
export {
  assertBoundFor,
  foldResource,
  isOpenTo,
  isSameResource,
  MOST_RESOURCES,
  type NamedResources,
  namedResources,
  type OtherResource,
  oneResource,
  type Resource,
  unknownResource,
} from "./token/resources/resources.ts";
export { needsRole, scopesWithRoles } from "./token/resources/role-scopes.ts";
export { resourceOfScopes, scopesElsewhere } from "./token/resources/scope-resources.ts";
export { newCode, readCode } from "./token/secret/one-time-code.ts";
export { randomText } from "./token/secret/random.ts";
export { openSecret, sealSecret } from "./token/secret/sealed-secret.ts";
export { hashSecret, isSecret, newSecret, type Secret, type SecretHash } from "./token/secret/secrets.ts";
export { sessionStateOf } from "./token/session-state.ts";
export {
  ACCESS_TOKEN_TYPE,
  type Act,
  actorOf,
  assertMayAct,
  assertTypes,
  type ExchangePolicy,
  exchangedScopes,
  isHeldBy,
  policiesFor,
  policyOf,
  SUBJECT_TOKENS,
  targetOf,
} from "./token/token-exchange.ts";
export { givenScopes, type WorkloadRule, workloadOf, workloadRules } from "./token/trusted-issuer.ts";
export {
  assertSignIn,
  type DemandedSignIn,
  type GrantedScopes,
  grantedScopes,
  narrowGranted,
  REQUIRED_SCOPE,
  type UserinfoRow,
  userinfoClaims,
} from "./token/userinfo.ts";
export {
  signWebhook,
  WEBHOOK_KEY_BYTES,
  WEBHOOK_SIGNATURES,
  type WebhookKey,
  type WebhookSignature,
  webhookKey,
} from "./webhook-signatures.ts";
export { whenNeeded } from "./when-needed.ts";
