/**
 * Redirect URIs at the authorization endpoint: RFC 6749 §3.1.2, RFC 9700 §2.1, RFC 8252 §7, specification §4.8 rule 1
 * and §4.8 rule 2.
 */

import { type Client, isPublicClient } from "../../client/client.ts";
import { isLocalHost } from "../../client/metadata/redirect-uri-registration.ts";
import { invalidRequest } from "../../errors.ts";
import { remedyOf } from "../../remedies.ts";

declare const trusted: unique symbol;

/** A redirect URI known to be registered. Only `trustRedirectUri` and `trustPostLogoutRedirectUri` make one. */
export type TrustedRedirectUri = string & { readonly [trusted]: true };

/** The parts of a client that matching needs. */
export interface RedirectRegistration {
  readonly redirectUris: readonly string[];
  readonly applicationType: "web" | "native";
}

interface LogoutRegistration extends Pick<RedirectRegistration, "applicationType"> {
  readonly postLogoutRedirectUris: readonly string[];
}

/**
 * Matches the requested redirect URI against the client's registration. Until this returns, errors are shown to the
 * user and never redirected: RFC 6749 §4.1.2.1. Throws `invalid_request`.
 *
 * @param policy.nativeLocalhost whether native clients choose the port of `localhost` as they do that of a loopback IP
 */
export function trustRedirectUri(
  registration: RedirectRegistration,
  requested: string | undefined,
  { nativeLocalhost = false }: { readonly nativeLocalhost?: boolean | undefined } = {},
): TrustedRedirectUri {
  if (requested === undefined) throw invalidRequest("redirect_uri is required");
  if (!isRegistered(registration, requested, nativeLocalhost ? LOCALHOST : LOOPBACK))
    throw invalidRequest("redirect_uri is not registered", requested, remedyOf("register_redirect_uri"));

  return requested as TrustedRedirectUri;
}

/**
 * The same for the address to which a person goes after signing out (OIDC RP-Initiated Logout §3). Throws
 * `invalid_request`.
 */
export function trustPostLogoutRedirectUri(
  { applicationType, postLogoutRedirectUris }: LogoutRegistration,
  requested: string,
): TrustedRedirectUri {
  const registration = { applicationType, redirectUris: postLogoutRedirectUris };
  if (!isRegistered(registration, requested))
    throw invalidRequest("post_logout_redirect_uri is not registered", requested);

  return requested as TrustedRedirectUri;
}

/**
 * Whether an application in the browser is served from this origin: a public client, by the origins of its redirect
 * URIs.
 */
export const isOriginOf = (client: Pick<Client, "redirectUris" | "tokenEndpointAuthMethod">, origin: string): boolean =>
  isPublicClient(client) && client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin && origin !== "null");

function isRegistered(
  { redirectUris, applicationType }: RedirectRegistration,
  requested: string,
  freePort = LOOPBACK,
): boolean {
  return redirectUris.some(
    // RFC 9700 §2.1: exact string matching. Nothing is parsed, so we and the browser cannot parse it differently.
    (uri) => uri === requested || (applicationType === "native" && sameButForPort(uri, requested, freePort)),
  );
}

// RFC 8252 §7.3: a native app picks its loopback port when it starts.
function sameButForPort(registered: string, requested: string, freePort: RegExp): boolean {
  const loopback = withoutPort(registered, freePort);
  return loopback !== undefined && loopback === withoutPort(requested, freePort);
}

// IP literals only: "localhost" may resolve elsewhere (RFC 8252 §8.3).
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(\/.*)?$/;
// For deployments that allow it: some clients know no other name.
const LOCALHOST = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::([1-9]\d{0,4}))?(\/.*)?$/;

function withoutPort(uri: string, freePort: RegExp): string | undefined {
  const [, origin, port = "", path = ""] = freePort.exec(uri) ?? [];

  // A port out of range would make a URI that cannot be parsed.
  return origin === undefined || Number(port) > 65535 ? undefined : origin + path;
}

/**
 * Whether any app on the person's machine could receive what is sent to this URI (RFC 8252 §8.6): no app owns a
 * loopback address or a private-use scheme.
 */
export function isUnowned(redirectUri: TrustedRedirectUri): boolean {
  return isOnDevice(redirectUri);
}

/** The same for a registered URI. */
export function isOnDevice(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return isPrivateUse(protocol) || isLocalHost(withoutRootDot(hostname));
}

/**
 * The host in the form that a consent keeps. All names of the person's own machine count as one, at any port: in
 * RFC 8252 §7.3 native clients choose their port when they start.
 */
export function agreedHost(redirectUri: string): string {
  const { host, hostname, protocol } = new URL(redirectUri);
  if (isPrivateUse(protocol)) return protocol;
  return isLocalHost(withoutRootDot(hostname)) ? "localhost" : host;
}

const withoutRootDot = (hostname: string) => hostname.replace(/\.$/, "");

/**
 * The host that receives an answer, as it is shown to a person (RFC 6749 §10.2); for a private-use scheme the scheme
 * itself.
 */
export function hostOf(redirectUri: TrustedRedirectUri): string {
  const { host, protocol } = new URL(redirectUri);
  return isPrivateUse(protocol) ? protocol : host;
}

// What looks like a host after such a scheme is chosen by the app, so it says nothing about the app.
const isPrivateUse = (protocol: string) => !/^https?:$/.test(protocol);
