/**
 * An attempt to sign in at another provider. Its `state` is a challenge, so nothing is stored before the browser comes
 * back: the challenge is bound to the browser, the place and the provider, and good once, for ten minutes.
 */
import type { Challenges } from "../../../platform/stores/requests/challenges.ts";
import type { Authentication } from "./authentication.ts";

/** The attempt is good only for this browser, at this place, with this provider. */
export interface AttemptBinding {
  readonly browser: string;
  /** The handle of the parked request, or `ACCOUNT_PLACE`. */
  readonly place: string;
  readonly providerId: string;
  /** The person, if they are signed in and connect the identity to their account. */
  readonly userId: string | undefined;
}

/** The place of attempts that begin on the page of the account. */
export const ACCOUNT_PLACE = "account";

const bindingOf = ({ browser, place, providerId, userId }: AttemptBinding) =>
  ({ purpose: "federation", browser, place: `${place} ${providerId}`, userId }) as const;

/** Begins an attempt: the values for the authorization request. */
export function beginAttempt(binding: AttemptBinding, challenges: Challenges): Authentication {
  return secretsOf(`${binding.place}.${challenges.issue(bindingOf(binding))}`, challenges);
}

/** The place that a `state` names, which is not verified yet; undefined if there is none. */
export const placeIn = (state: string | undefined): string | undefined => state?.split(".", 1)[0];

/** Ends the attempt of a `state`. Returns undefined if the attempt is not of this binding, or ended before. */
export async function endAttempt(
  state: string,
  binding: AttemptBinding,
  challenges: Challenges,
): Promise<Authentication | undefined> {
  const challenge = state.slice(binding.place.length + 1);
  const isGood = state.startsWith(`${binding.place}.`) && (await challenges.spend(challenge, bindingOf(binding)));
  return isGood ? secretsOf(state, challenges) : undefined;
}

const secretsOf = (state: string, challenges: Challenges): Authentication => ({
  state,
  nonce: challenges.derive(state, "nonce"),
  verifier: challenges.derive(state, "verifier"),
});
