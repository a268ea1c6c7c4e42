/** A round trip to another provider, from our redirect to its answer. */
import { federationCallback, invalidRequest, type RequestParameters, readSubject } from "@countersign/rules";
import type { Challenges } from "../../../platform/stores/requests/challenges.ts";
import type { Identity } from "../../../platform/stores/ways-in/federated-identities.ts";
import type { IdentityProvider, IdentityProviderStore } from "../../../platform/stores/ways-in/identity-providers.ts";
import { type AttemptBinding, endAttempt } from "./attempt.ts";
import type { Authentication, AuthenticationWishes, ProviderAnswer } from "./authentication.ts";
import type { ProviderClient } from "./provider-client.ts";

interface Parts {
  readonly identityProviders: Pick<IdentityProviderStore, "find">;
  readonly challenges: Challenges;
  readonly providerClient: ProviderClient;
  readonly issuer: string;
  readonly log: { warn(about: object, message: string): void };
}

const EXPIRED = "the sign-in at the other provider is unknown, expired or already completed";

/** The address at a provider; undefined if its metadata cannot be read. The log contains the reason. */
export async function addressAt(
  provider: IdentityProvider,
  asked: Authentication & AuthenticationWishes,
  { providerClient, issuer, log }: Pick<Parts, "providerClient" | "issuer" | "log">,
): Promise<URL | undefined> {
  try {
    return await providerClient.authorizationUrl(provider, federationCallback(issuer, provider.alias), asked);
  } catch (err) {
    log.warn({ err, provider: provider.alias }, "the metadata of a provider could not be read");
    return undefined;
  }
}

/** Parameters of an authorization response (RFC 6749 §4.1.2, RFC 9207 §2). Others are not read. */
const RESPONSE = ["code", "state", "iss", "error", "error_description"] as const;

/** The parameters of an authorization response among those that a browser sent. */
export function responseIn(parameters: RequestParameters): URLSearchParams {
  const response = new URLSearchParams();
  for (const name of RESPONSE) {
    const value = parameters.get(name);
    if (value !== undefined) response.set(name, value);
  }
  return response;
}

/** What a provider answered; `answer` is undefined if it refused, or if its answer is not good. The log says why. */
export interface EndedAttempt {
  readonly provider: IdentityProvider;
  readonly answer: ProviderAnswer | undefined;
}

/** What came back from a provider, and the reference of the request that brought it. */
export interface CameBack {
  readonly alias: string;
  readonly response: RequestParameters;
  readonly reference: string;
}

/**
 * Ends the attempt that the `state` of a response names. Throws `invalid_request`, which is shown to the person, if it
 * is no attempt of this browser, place and provider, or ended before.
 *
 * @param maxAgeSeconds the greatest age of the authentication at the provider
 */
export async function answerOf(
  { alias, response: parameters, reference }: CameBack,
  binding: Omit<AttemptBinding, "providerId">,
  { maxAgeSeconds }: Pick<Authentication, "maxAgeSeconds">,
  { identityProviders, challenges, providerClient, issuer, log }: Parts,
): Promise<EndedAttempt> {
  const provider = await identityProviders.find(alias);
  if (provider === undefined) throw invalidRequest(EXPIRED, "there is no such provider");
  const state = parameters.get("state") ?? "";
  const attempt = await endAttempt(state, { ...binding, providerId: provider.id }, challenges);
  if (attempt === undefined) throw invalidRequest(EXPIRED, "the state is not that of an attempt");

  const response = new URL(`${federationCallback(issuer, provider.alias)}?${responseIn(parameters)}`);
  try {
    return { provider, answer: await providerClient.finish(provider, response, { ...attempt, maxAgeSeconds }) };
  } catch (err) {
    log.warn({ err, provider: provider.alias, reference }, "a sign-in at another provider failed");
    return { provider, answer: undefined };
  }
}

/** The identity in a verified ID token; undefined if its subject is none that we accept. */
export function identityOf({ id }: IdentityProvider, { idToken }: ProviderAnswer): Identity | undefined {
  const subject = readSubject(idToken.sub);
  return subject === undefined ? undefined : { providerId: id, issuer: String(idToken.iss), subject };
}
