/** The target of an authorization response: the redirect URI and the response mode. */
import {
  type AuthorizationResponder,
  agreedHost,
  type Client,
  deliveryOf,
  hostOf,
  isDocumentClient,
  isPublicClient,
  isUnowned,
  type RequestParameters,
  randomText,
  responderFor,
  sessionStateOf,
  type TrustedRedirectUri,
  trustRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import type { Recipient } from "../interaction.ts";

/** What a request must prove before anything is sent to its redirect URI. */
export interface RedirectTarget {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly responder: AuthorizationResponder;
  /** Whether the client forbids every page (OIDC Core §3.1.2.1: `prompt=none`). */
  readonly isSilent: boolean;
}

type Trusting = Pick<Dependencies, "issuer" | "answerAuthorization" | "nativeLocalhost" | "now">;

/**
 * RFC 6749 §4.1.2.1: establishes the redirect URI of a client's request. The person sees any error that it throws. Such
 * an error is never redirected.
 *
 */
export function trustRedirect(
  client: Client,
  parameters: RequestParameters,
  browserState: string | undefined,
  { issuer, answerAuthorization, nativeLocalhost, now }: Trusting,
): RedirectTarget {
  const redirectUri = trustRedirectUri(client, parameters.get("redirect_uri"), { nativeLocalhost });
  // The error response uses the response mode of the request, regardless of what is wrong with the request.
  const delivery = deliveryOf(parameters.get("response_type"), parameters.get("response_mode"), client);
  const state = parameters.get("state");
  const sessionState = sessionStateFor(parameters, { clientId: client.id, redirectUri, browserState });
  const jwt = (contents: Readonly<Record<string, string>>) => answerAuthorization.jwt(contents, client, now());
  const responder = responderFor(redirectUri, { state, sessionState, issuer, delivery, jwt });
  return { client, redirectUri, responder, isSilent: parameters.get("prompt") === "none" };
}

/** The recipient of the response, as far as a person can tell from the redirect URI. */
export function recipientOf({ client, redirectUri }: RedirectTarget): Recipient {
  return {
    host: hostOf(redirectUri),
    agreedHost: agreedHost(redirectUri),
    isImpersonable: isImpersonable(client, redirectUri),
  };
}

// RFC 8252 §8.6: any app on the device could receive the response, and the client cannot prove its identity.
function isImpersonable(client: Client, redirectUri: TrustedRedirectUri): boolean {
  // Of a public client with a metadata document, only the host of the document is known. A person looks each time.
  if (isPublicClient(client) && isDocumentClient(client)) return true;
  return (isPublicClient(client) || client.applicationType === "native") && isUnowned(redirectUri);
}

// OIDC Session Management §2: every authentication response contains it.
function sessionStateFor(
  parameters: RequestParameters,
  { browserState, ...about }: { clientId: string; redirectUri: TrustedRedirectUri; browserState: string | undefined },
): string | undefined {
  if (browserState === undefined || parameters.get("scope")?.split(" ").includes("openid") !== true) return undefined;
  return sessionStateOf({ ...about, browserState, salt: randomText(12) });
}
