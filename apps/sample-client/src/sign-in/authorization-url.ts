/** The authorization request of a transaction: RFC 6749 §4.1.1 and §4.2.1, OIDC Core §3.1.2.1. */
import {
  buildAuthorizationUrl,
  buildAuthorizationUrlWithPAR,
  type Configuration,
  calculatePKCECodeChallenge,
} from "openid-client";
import type { Config } from "../config.ts";
import { asksForOfflineAccess } from "./scopes.ts";
import type { CodeTransaction, ImplicitTransaction, Transaction } from "./transactions.ts";

/** The address that has the whole request. The same transaction always gives the same address. */
export async function authorizationUrlOf(
  configuration: Configuration,
  config: Pick<Config, "redirectUri" | "ordersApi">,
  transaction: Transaction,
): Promise<URL> {
  // The library's Configuration for the code flow builds both: nothing in the address depends on it.
  return buildAuthorizationUrl(configuration, await parametersOf(transaction, config));
}

/**
 * Where to send the browser. RFC 9126 §4: if the request is pushed, the address has only the name that the provider
 * gave it. Throws the library's error if the provider refuses the request, or takes none.
 */
export async function destinationOf(
  configuration: Configuration,
  config: Pick<Config, "redirectUri" | "ordersApi" | "pushesRequests">,
  transaction: Transaction,
): Promise<URL> {
  return config.pushesRequests
    ? buildAuthorizationUrlWithPAR(configuration, await parametersOf(transaction, config))
    : authorizationUrlOf(configuration, config, transaction);
}

async function parametersOf(
  transaction: Transaction,
  { redirectUri, ordersApi }: Pick<Config, "redirectUri" | "ordersApi">,
): Promise<Record<string, string>> {
  const { scope, state } = transaction;
  const more = transaction.flow === "code" ? await codeParameters(transaction) : implicitParameters(transaction);
  return { redirect_uri: redirectUri, scope, state, ...more, ...apiParameters(transaction, ordersApi) };
}

/** RFC 8707 §2: the API that the token is for. RFC 9396 §2: the payment. */
function apiParameters(transaction: Transaction, resource: string | undefined): Record<string, string> {
  if (transaction.flow !== "code" || transaction.act === undefined || resource === undefined) return {};
  const { act } = transaction;
  return { resource, ...(act.kind === "pay" ? { authorization_details: act.details } : {}) };
}

async function codeParameters(transaction: CodeTransaction): Promise<Record<string, string>> {
  const { scope, nonce, codeVerifier, prompt, acrValues, maxAgeSeconds } = transaction;
  // OIDC Core §11: access while the person is away needs their consent, seen on a page each time. A new account has
  // given none yet.
  const prompts = prompt ?? (asksForOfflineAccess(scope) ? "consent" : undefined);
  return {
    response_type: "code",
    nonce,
    // RFC 7636 §4.3: the provider keeps the hash, the secret itself goes with the code later.
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...(prompts === undefined ? {} : { prompt: prompts }),
    ...(acrValues === undefined ? {} : { acr_values: acrValues }),
    ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
  };
}

function implicitParameters({ responseType, kind, nonce }: ImplicitTransaction): Record<string, string> {
  // OIDC Core §3.2.2.1: required with an ID token, which carries it back; a bare token has nowhere to carry it.
  return { response_type: responseType, ...(kind === "id_token" ? { nonce } : {}) };
}
