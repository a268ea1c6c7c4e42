/**
 * The factors `passkey`, a credential that verifies its user and proves by itself who signs in, and `security-key`, a
 * credential beside a password (WebAuthn §7.2).
 */
import {
  type AssertionResponse,
  invalidRequest,
  isCloned,
  ProtocolError,
  type RelyingParty,
  readAssertion,
  signedChallenge,
} from "@countersign/rules";
import type { UserStore } from "../../platform/stores/person/users.ts";
import type { ChallengeBinding, Challenges } from "../../platform/stores/requests/challenges.ts";
import type { PasskeyStore, StoredPasskey } from "../../platform/stores/ways-in/passkeys.ts";
import type { Proven, Refused } from "./factor.ts";
import type { PasskeyLimits } from "./limits.ts";
import { verifyAssertion } from "./passkeys/verification.ts";

/** What a page sends, and where it was shown. */
export interface PasskeyAttempt extends Pick<ChallengeBinding, "browser" | "place"> {
  /** The field of the form: the response of the browser, in JSON. */
  readonly response: string | undefined;
  readonly address: string;
  readonly reference?: string | undefined;
  /** The source that the limits count failures for, and its network. */
  readonly source: string;
  readonly network: string;
}

export interface PasskeyDependencies {
  readonly passkeys: Pick<PasskeyStore, "find" | "recordUse" | "recordCloned">;
  readonly challenges: Pick<Challenges, "spend">;
  readonly users: Pick<UserStore, "recordFailedSignIn" | "recordLimitedSignIn">;
  readonly relyingParty: RelyingParty | undefined;
  readonly limits: PasskeyLimits;
  readonly now: () => Date;
}

/** A proof by a credential, with the username of its account. */
export type PasskeyProven = Proven & { readonly username: string };

/**
 * Checks the response to the challenge of a sign-in page, at which no person is known yet. Only a credential that was
 * made for signing in counts, and only if it verified its user. Throws `invalid_request` for a malformed response, and
 * with `retryAfterSeconds` at a limit.
 */
export const checkPasskey = (attempt: PasskeyAttempt, deps: PasskeyDependencies): Promise<PasskeyProven | Refused> =>
  check(attempt, { purpose: "sign-in", userId: undefined }, deps);

/**
 * Checks a credential as a second factor of a person who gave another proof before. A passkey counts as well. Throws as
 * `checkPasskey` does.
 */
export const checkSecurityKey = (
  { userId, ...attempt }: PasskeyAttempt & { readonly userId: string },
  deps: PasskeyDependencies,
): Promise<PasskeyProven | Refused> => check(attempt, { purpose: "second-factor", userId }, deps);

type Ceremony = Pick<ChallengeBinding, "userId"> & { readonly purpose: "sign-in" | "second-factor" };

/** The result of a check: what it proves, or for the audit log whose credential it was. */
type Verdict =
  | PasskeyProven
  | { readonly userId: string | undefined; readonly proof?: never; readonly unknownCredentialId?: string };

async function check(attempt: PasskeyAttempt, ceremony: Ceremony, deps: PasskeyDependencies) {
  assertBelowLimit(attempt, deps);
  const response = readAssertion(attempt.response);
  if (response === undefined) throw invalidRequest("the response of the passkey is malformed");

  const verdict = await judge(response, attempt, ceremony, deps);
  if (verdict.proof !== undefined) return verdict;
  await countFailure({ ...ceremony, userId: ceremony.userId ?? verdict.userId }, attempt, deps);
  return { refused: true, unknownCredentialId: verdict.unknownCredentialId } as const;
}

async function judge(
  response: AssertionResponse,
  { browser, place, address, reference }: PasskeyAttempt,
  ceremony: Ceremony,
  deps: PasskeyDependencies,
): Promise<Verdict> {
  const { passkeys, challenges, relyingParty, now } = deps;
  const nobody = { userId: undefined };
  if (relyingParty === undefined) return nobody;

  // The challenge is used before anything else is looked at, so that a response counts once.
  const challenge = signedChallenge(response.response.clientDataJSON, "webauthn.get", relyingParty.origins);
  if (challenge === undefined || !(await challenges.spend(challenge, { ...ceremony, browser, place }))) return nobody;

  const passkey = await passkeys.find(response.id);
  if (passkey === undefined) return { ...nobody, unknownCredentialId: response.id };
  const { userId, username, factors } = passkey;
  if (!isFor(ceremony, passkey, response)) return { userId };

  const requireUserVerification = ceremony.purpose === "sign-in";
  const assertion = await verifyAssertion(response, passkey, { challenge, relyingParty, requireUserVerification });
  if (assertion === undefined) return { userId };

  const at = now();
  if (isCloned(passkey, assertion)) {
    await passkeys.recordCloned(passkey, { at, address, reference });
    return { userId };
  }
  if (!(await passkeys.recordUse(passkey.id, { ...assertion, at }))) return { userId };
  const factor = requireUserVerification ? "passkey" : "security-key";
  return { userId, username, proof: { factor, at }, has: factors };
}

// §7.2 step 6: the user handle names the owner of the credential. A discoverable credential always has one.
function isFor({ purpose, userId }: Ceremony, passkey: StoredPasskey, { response }: AssertionResponse): boolean {
  const { userHandle } = response;
  if (!passkey.isEnabled) return false;
  if (purpose === "sign-in") return passkey.use === "sign-in" && userHandle === passkey.userHandle;
  return passkey.userId === userId && (userHandle == null || userHandle === passkey.userHandle);
}

// A credential cannot be guessed. The limits bound the work and the lines of the audit log that a stranger causes, so
// only failures count. They do not count for the account, so strangers cannot lock its owner out.
function assertBelowLimit({ source, network }: PasskeyAttempt, { limits }: PasskeyDependencies): void {
  const { passkeyFailuresPerSource, passkeyFailuresPerNetwork } = limits;
  const wait = Math.max(passkeyFailuresPerSource.waitSeconds(source), passkeyFailuresPerNetwork.waitSeconds(network));
  if (wait > 0) {
    throw new ProtocolError("temporarily_unavailable", "too many attempts to sign in", undefined, wait);
  }
}

async function countFailure(
  { purpose, userId }: Ceremony,
  { source, network, address, reference }: PasskeyAttempt,
  { limits, users, now }: PasskeyDependencies,
): Promise<void> {
  const by = { address, reference, at: now() };
  await users.recordFailedSignIn(userId, by, purpose === "sign-in" ? "sign_in_failed" : "second_factor_failed");
  const counted = [limits.passkeyFailuresPerSource.fail(source), limits.passkeyFailuresPerNetwork.fail(network)];
  const waits = await Promise.all(counted);
  if (waits.some((wait) => wait > 0)) await users.recordLimitedSignIn(by);
}
