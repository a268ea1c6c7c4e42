/** What goes wrong at a deployment elsewhere, in sentences that say the way on. */
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { refusal } from "../command/refusal.ts";

/** RFC 6749 §5.2, RFC 8628 §3.5 */
const SENTENCES: Readonly<Record<string, string>> = {
  access_denied: "the request was refused in the browser, so you are not signed in",
  expired_token: "the code expired before someone decided: begin again with countersign login",
  invalid_grant: "your sign-in there has ended: begin again with countersign login",
  invalid_client:
    "this command line is not registered there: its operator runs countersign administrators command-line",
  unauthorized_client: "the client there may not sign in users this way: try countersign login --browser",
  invalid_target: "the issuer does not know this administration API: is --api its identifier?",
  unmet_authentication_requirements:
    "your account there has no second step: set up two-step verification in your account, and try again",
};

/** A refusal in place of an error of the protocol or of the network. */
export function saying(thrown: unknown, whose: string): unknown {
  if (thrown instanceof ResponseBodyError || thrown instanceof AuthorizationResponseError) {
    const known = Object.hasOwn(SENTENCES, thrown.error) ? SENTENCES[thrown.error] : undefined;
    return refusal(known ?? `${whose} answered with the error ${thrown.error}`);
  }
  // RFC 6749 §5.2: a client that is not known is answered with a challenge.
  if (thrown instanceof WWWAuthenticateChallengeError) return refusal(SENTENCES.invalid_client ?? thrown.message);
  return isUnanswered(thrown) ? refusal(`${whose} does not answer: check the network, and try again`) : thrown;
}

/** Whether a request got no answer. */
export function isUnanswered(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown.name === "TimeoutError" || thrown.message === "fetch failed") return true;
  return isUnanswered(thrown.cause);
}

/** Whether a refresh token is of no use any more. */
export const isEnded = (thrown: unknown): boolean =>
  thrown instanceof ResponseBodyError && thrown.error === "invalid_grant";
