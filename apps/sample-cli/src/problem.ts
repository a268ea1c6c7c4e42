/** What goes wrong, in sentences that say the way on. */
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";

/** An error whose message is all that the person has to read. */
export class Problem extends Error {}

const AGAIN = "Run `sign-in` to begin again.";

/** RFC 6749 §5.2, RFC 8628 §3.5 */
const SENTENCES = {
  access_denied: `The request was refused in the browser, so you are not signed in. If that was a mistake: ${AGAIN}`,
  expired_token: `The code expired before someone decided. ${AGAIN}`,
  invalid_grant: `Your sign-in here has ended. ${AGAIN}`,
  invalid_client: "The provider does not know this program: is CLIENT_ID the one that is registered there?",
  unauthorized_client: "The provider does not let this program sign people in in this way: is the grant registered?",
  unsupported_grant_type: "The provider does not have the device grant. Try `sign-in --browser`.",
  invalid_scope: "The provider does not give this program what it asks for: are its scopes registered there?",
  invalid_target: "The provider does not know the API: is ORDERS_API its identifier there?",
};

/** What to tell the person. Tokens and codes are in no sentence. */
export function sentenceOf(thrown: unknown): string {
  if (thrown instanceof Problem) return thrown.message;
  if (thrown instanceof ResponseBodyError || thrown instanceof AuthorizationResponseError) {
    const known = Object.entries(SENTENCES).find(([error]) => error === thrown.error);
    return known?.[1] ?? `The provider answered with the error ${thrown.error}. ${AGAIN}`;
  }
  // RFC 6749 §5.2: a client that is not known is answered with a challenge.
  if (thrown instanceof WWWAuthenticateChallengeError) return SENTENCES.invalid_client;
  if (isNetworkError(thrown)) return "The provider does not answer. Check the network and ISSUER, and try again.";
  return `That failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
}

/** Whether a request got no answer. It may get one when it is sent again. */
export function isNetworkError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown.name === "TimeoutError" || thrown.message === "fetch failed") return true;
  return isNetworkError(thrown.cause);
}

export const isEnded = (thrown: unknown): boolean =>
  thrown instanceof ResponseBodyError && thrown.error === "invalid_grant";
