/**
 * Authorization responses: RFC 6749 §4.1.2 and §4.2.2, errors of the other flows as RFC 6749 §4.2.2.1 and
 * OIDC Core §3.3.2.6 send them. Each names the issuer (RFC 9207 §2).
 */
import type { ProtocolError } from "../errors.ts";
import type { TrustedRedirectUri } from "./redirect-uri.ts";
import type { ResponseMode } from "./response-type.ts";

/**
 * An answer on its way to the client: an address to go to, or a form for the browser to post
 * (Form Post Response Mode §2).
 */
export type AuthorizationResponse =
  | { readonly by: "redirect"; readonly location: string }
  | { readonly by: "post"; readonly action: string; readonly fields: Readonly<Record<string, string>> };

/** The ways to answer one authorization request. They exist only for a redirect URI that is known to be registered. */
export interface AuthorizationResponder {
  success(parameters: Readonly<Record<string, string>>): AuthorizationResponse;
  error(error: ProtocolError): AuthorizationResponse;
}

export interface ResponseContext {
  readonly state: string | undefined;
  /** OIDC Session Management §2: the login state at this browser, where it has one. */
  readonly sessionState?: string | undefined;
  readonly issuer: string;
  readonly responseMode: ResponseMode;
}

/** Makes the answers to a request; each travels as the response mode says. */
export function responderFor(redirectUri: TrustedRedirectUri, context: ResponseContext): AuthorizationResponder {
  const { state, sessionState, issuer, responseMode } = context;
  const always = {
    ...(state === undefined ? {} : { state }),
    ...(sessionState === undefined ? {} : { session_state: sessionState }),
    iss: issuer,
  };
  const answer = (parameters: Readonly<Record<string, string>>) =>
    travelling(responseMode, redirectUri, { ...parameters, ...always });

  return {
    success: answer,
    error: ({ code, message }) => answer({ error: code, error_description: message }),
  };
}

function travelling(mode: ResponseMode, uri: string, parameters: Record<string, string>): AuthorizationResponse {
  if (mode === "form_post") return { by: "post", action: uri, fields: parameters };
  return { by: "redirect", location: (mode === "query" ? withQuery : withFragment)(uri, parameters) };
}

/**
 * Adds parameters to the query of a registered URI. RFC 6749 §3.1.2: what was registered in the query stays.
 * The URI is text until the end: it is the registered one, byte for byte.
 */
export function withQuery(uri: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  if (query === "") return uri;

  // Only the first question mark begins the query: a later one is part of a value.
  const separator = !uri.includes("?") ? "?" : /^[^?]*\?$|&$/.test(uri) ? "" : "&";
  return `${uri}${separator}${query}`;
}

/**
 * Puts parameters into the fragment, which browsers keep to themselves (RFC 6749 §4.2.2). A registered URI has none.
 */
function withFragment(uri: string, parameters: Record<string, string>): string {
  return `${uri}#${new URLSearchParams(parameters)}`;
}
