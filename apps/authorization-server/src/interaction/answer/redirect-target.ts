/** Where an authorization response goes: the redirect URI, and the way to answer there. */
import {
  type AuthorizationResponder,
  agreedHost,
  type Client,
  hostOf,
  isPublicClient,
  isUnowned,
  type RequestParameters,
  randomText,
  responderFor,
  responseModeOf,
  sessionStateOf,
  type TrustedRedirectUri,
  trustRedirectUri,
} from "@countersign/rules";
import type { Recipient } from "../interaction.ts";

/** What a request has proved before anything may be sent to its redirect URI. */
export interface RedirectTarget {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly responder: AuthorizationResponder;
  /** Whether the client allows no page (OIDC Core §3.1.2.1: `prompt=none`). */
  readonly isSilent: boolean;
}

/**
 * RFC 6749 §4.1.2.1: establishes the redirect URI of a client's request. What this throws is shown to the person, and
 * never redirected.
 *
 * @param browserState what the browser's cookie says of the login state, where it came along
 */
export function trustRedirect(
  client: Client,
  parameters: RequestParameters,
  { issuer, browserState }: { readonly issuer: string; readonly browserState: string | undefined },
): RedirectTarget {
  const redirectUri = trustRedirectUri(client, parameters.get("redirect_uri"));
  // However the request is wrong, its answer travels as the answers to such a request do.
  const responseMode = responseModeOf(parameters.get("response_type"), parameters.get("response_mode"));
  const state = parameters.get("state");
  const sessionState = sessionStateFor(parameters, { clientId: client.id, redirectUri, browserState });
  const responder = responderFor(redirectUri, { state, sessionState, issuer, responseMode });
  return { client, redirectUri, responder, isSilent: parameters.get("prompt") === "none" };
}

/** Who receives the answer, as far as a person can tell by the redirect URI. */
export function recipientOf({ client, redirectUri }: RedirectTarget): Recipient {
  return {
    host: hostOf(redirectUri),
    agreedHost: agreedHost(redirectUri),
    isImpersonable: isImpersonable(client, redirectUri),
  };
}

// RFC 8252 §8.6: any app on the machine could be at the other end, and the client cannot prove that it is not.
function isImpersonable(client: Client, redirectUri: TrustedRedirectUri): boolean {
  return (isPublicClient(client) || client.applicationType === "native") && isUnowned(redirectUri);
}

// OIDC Session Management §2: in every answer to an authentication request.
function sessionStateFor(
  parameters: RequestParameters,
  { browserState, ...about }: { clientId: string; redirectUri: TrustedRedirectUri; browserState: string | undefined },
): string | undefined {
  if (browserState === undefined || parameters.get("scope")?.split(" ").includes("openid") !== true) return undefined;
  return sessionStateOf({ ...about, browserState, salt: randomText(12) });
}
