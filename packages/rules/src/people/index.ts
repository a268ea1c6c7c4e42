/** The rules about people. */
export { ACCOUNT_LEVELS, type AccountLevel, maxAgeOfLevel, reachesLevel } from "./account-level.ts";
export {
  /** @internal For tests. */
  makeBloomFilter,
  openBloomFilter,
  type TextSet,
} from "./bloom-filter.ts";
export { assertReachable, type Demands } from "./demands.ts";
export { asciiDomain, domainOf, type EmailAddress, readEmailAddress } from "./email-address.ts";
export {
  type AssertionResponse,
  assertionOptions,
  type CredentialState,
  isCloned,
  type KnownCredential,
  PASSKEY_ALGS,
  type PasskeyUse,
  type RegistrationResponse,
  type RelyingParty,
  readAssertion,
  readRegistration,
  registrationOptions,
  signedChallenge,
} from "./passkeys.ts";
export {
  assessPassword,
  foldPassword,
  LONGEST_PASSWORD_BYTES,
  namesOf,
  type PasswordProblem,
  SHORTEST_PASSWORD,
  SHORTEST_PASSWORD_WITH_SECOND_FACTOR,
} from "./password-policy.ts";
export { pictureType } from "./picture.ts";
export { type Factor, LEVELS, type Level, levelsBy, type Proof } from "./proofs.ts";
export {
  newRecoveryCodes,
  type RecoveryCode,
  shownRecoveryCode,
  typedRecoveryCode,
} from "./recovery-code.ts";
export { type RelyingPartySettings, relyingPartyOf } from "./relying-party.ts";
export { matchingStep, newTotpSecret, otpauthUri, totpCode, totpStepAt, typedTotpCode } from "./totp.ts";
export { type UserClaims, userClaims } from "./user-claims.ts";
export { foldUsername, LONGEST_USERNAME, username, usernameLook } from "./username.ts";
