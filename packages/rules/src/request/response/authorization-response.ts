/**
 * Authorization responses: RFC 6749 §4.1.2 and §4.2.2. Errors of the other flows are sent as in RFC 6749 §4.2.2.1 and
 * OIDC Core §3.3.2.6. Each response names the issuer (RFC 9207 §2). A client may get its responses in a JWT (JARM §2).
 */
import type { ProtocolError } from "../../errors.ts";
import type { TrustedRedirectUri } from "./redirect-uri.ts";
import type { Delivery } from "./response-mode.ts";

/**
 * An answer to the client: an address for a redirect, or a form for the browser to post (Form Post Response Mode §2).
 */
export type AuthorizationResponse =
  | { readonly by: "redirect"; readonly location: string }
  | { readonly by: "post"; readonly action: string; readonly fields: Readonly<Record<string, string>> };

/**
 * The ways to answer one authorization request. They exist only for a redirect URI that is known to be registered. Both
 * throw what `jwt` of the context throws.
 */
export interface AuthorizationResponder {
  success(parameters: Readonly<Record<string, string>>): Promise<AuthorizationResponse>;
  error(error: ProtocolError): Promise<AuthorizationResponse>;
}

export interface ResponseContext {
  readonly state: string | undefined;
  /** OIDC Session Management §2: the login state of this browser, if it has one. */
  readonly sessionState?: string | undefined;
  readonly issuer: string;
  readonly delivery: Delivery;
  /** Makes the JWT that holds these parameters, only for this client. It names the issuer. */
  readonly jwt: (parameters: Readonly<Record<string, string>>) => Promise<string>;
}

/** Makes the answers to a request; its delivery decides how each is sent. */
export function responderFor(redirectUri: TrustedRedirectUri, context: ResponseContext): AuthorizationResponder {
  const { state, sessionState, issuer, delivery, jwt } = context;
  const always = {
    ...(state === undefined ? {} : { state }),
    ...(sessionState === undefined ? {} : { session_state: sessionState }),
  };
  // JARM §2.3: the JWT holds every parameter, and nothing is beside it.
  const answer = async (parameters: Readonly<Record<string, string>>) => {
    const all = { ...parameters, ...always };
    const sent = delivery.isJwt ? { response: await jwt(all) } : { ...all, iss: issuer };
    return travelling(delivery.by, redirectUri, sent);
  };

  return {
    success: answer,
    error: ({ code, message }) => answer({ error: code, error_description: message }),
  };
}

function travelling(by: Delivery["by"], uri: string, parameters: Record<string, string>): AuthorizationResponse {
  if (by === "form_post") return { by: "post", action: uri, fields: parameters };
  return { by: "redirect", location: (by === "query" ? withQuery : withFragment)(uri, parameters) };
}

/**
 * Adds parameters to the query of a registered URI. RFC 6749 §3.1.2: the registered query is kept. The URI is never
 * parsed, so the registered text stays the same, byte for byte.
 */
export function withQuery(uri: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  if (query === "") return uri;

  // Only the first question mark begins the query: a later one is part of a value.
  const separator = !uri.includes("?") ? "?" : /^[^?]*\?$|&$/.test(uri) ? "" : "&";
  return `${uri}${separator}${query}`;
}

/**
 * Adds parameters to the fragment, which browsers do not send to servers (RFC 6749 §4.2.2). A registered URI has none.
 */
function withFragment(uri: string, parameters: Record<string, string>): string {
  return `${uri}#${new URLSearchParams(parameters)}`;
}
