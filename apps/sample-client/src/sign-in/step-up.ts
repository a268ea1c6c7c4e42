/** A resource server that demands another sign-in (RFC 9470): its challenge, and the request that follows it. */
import type { Request, Response } from "express";
import { randomNonce, randomPKCECodeVerifier, randomState, WWWAuthenticateChallengeError } from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { destinationOf } from "./authorization-url.ts";
import type { CodeTransaction } from "./transactions.ts";

/** What the sign-in must reach (RFC 9470 §3). */
export interface StepUpChallenge {
  readonly acrValues: string | undefined;
  readonly maxAgeSeconds: number | undefined;
}

/** Values of acr that go into the address of a request. */
const ACR_VALUES = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;
const LONGEST_ACR_VALUES = 512;
const SECONDS = /^\d{1,9}$/;

/** The challenge in an answer of /userinfo; undefined for any other error, and for a challenge that demands nothing. */
export function stepUpChallengeOf(err: unknown): StepUpChallenge | undefined {
  if (!(err instanceof WWWAuthenticateChallengeError)) return undefined;
  const found = err.cause.find(({ parameters }) => parameters.error === "insufficient_user_authentication");
  const { acr_values: acr = "", max_age: age = "" } = found?.parameters ?? {};
  const acrValues = acr.length <= LONGEST_ACR_VALUES && ACR_VALUES.test(acr) ? acr : undefined;
  const maxAgeSeconds = SECONDS.test(age) ? Number(age) : undefined;
  return acrValues === undefined && maxAgeSeconds === undefined ? undefined : { acrValues, maxAgeSeconds };
}

/** What /userinfo demands of a sign-in, if that is why it failed. Throws any other error again. */
export function demandOf(err: unknown): { readonly challenge: StepUpChallenge; readonly err: unknown } {
  const challenge = stepUpChallengeOf(err instanceof ProtocolError ? err.cause : err);
  if (challenge === undefined) throw err;
  return { challenge, err };
}

type Needs = Pick<Dependencies, "config" | "provider" | "transactions" | "now">;

/**
 * Sends the browser to the provider for the sign-in that a challenge demands (RFC 9470 §4), by the code flow. It is
 * the answer to a challenge, so another challenge to it is not followed: the browser would go in circles.
 */
export async function beginStepUp(
  { acrValues, maxAgeSeconds }: StepUpChallenge,
  { scope, returnTo }: Pick<CodeTransaction, "scope" | "returnTo">,
  { config, provider, transactions, now }: Needs,
  req: Request,
  res: Response,
): Promise<void> {
  const configuration = await provider.configuration();
  const transaction: CodeTransaction = {
    flow: "code",
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    scope,
    returnTo,
    startedAt: now(),
    acrValues,
    maxAgeSeconds,
    followsChallenge: true,
  };
  await transactions.begin(req, res, transaction);
  res.redirect(303, (await destinationOf(configuration, config, transaction)).href);
}
