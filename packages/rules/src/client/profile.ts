/** Client profiles: a client's rules are a named set, never single switches. */

import { type Client, isPublicClient } from "./client.ts";
import { PROFILES, type Profile } from "./record/registered-values.ts";

/** Whether the rules of a profile are weaker than those of another: the list is ordered from weak to strict. */
export function isWeakerProfile(profile: Profile, than: Profile): boolean {
  return PROFILES.indexOf(profile) < PROFILES.indexOf(than);
}

/**
 * OAuth 2.1 has no implicit flow. Only clients with an OpenID Connect profile may receive tokens through the browser.
 */
export function allowsResponseType(profile: Profile, responseType: string): boolean {
  return profile === "oidc" || responseType === "code";
}

// FAPI 2.0 Security Profile §5.4.1. No HMAC: with a shared secret, neither party can prove who signed.
const FAPI_ALGS = ["PS256", "ES256", "EdDSA", "Ed25519"];

/** Whether clients of a profile may use an algorithm, for what they sign and for what is signed for them. */
export function allowsAlg(profile: Profile, alg: string): boolean {
  return profile !== "fapi2" || FAPI_ALGS.includes(alg);
}

/**
 * Whether a code for this client must be bound to a code challenge. OAuth 2.1 §4.1.1 requires it for all clients. The
 * profiles of OpenID Connect allow clients without it, so there it is required for public and for native clients.
 * Another app may receive what is sent to a loopback address or a private-use scheme (RFC 8252 §8.1), and a secret that
 * is in every copy of an app protects nothing.
 */
export function requiresPkce(client: Pick<Client, "profile" | "tokenEndpointAuthMethod" | "applicationType">): boolean {
  return client.profile !== "oidc" || isPublicClient(client) || client.applicationType === "native";
}

/**
 * Whether only pushed authorization requests of a client are accepted (RFC 9126 §6; FAPI 2.0 Security Profile §5.3.2.2
 * item 3).
 */
export function requiresPushedRequests(
  client: Pick<Client, "profile" | "requirePushedAuthorizationRequests">,
): boolean {
  return client.profile === "fapi2" || client.requirePushedAuthorizationRequests === true;
}

/**
 * Whether a client gets only access tokens that are bound to a key (RFC 9449 §5.2). FAPI 2.0 Security Profile §5.3.2.1
 * item 5: to a key, unless they are bound to a certificate.
 */
export function requiresBoundTokens(
  client: Pick<Client, "profile" | "dpopBoundAccessTokens" | "tlsClientCertificateBoundAccessTokens">,
): boolean {
  const isFapi = client.profile === "fapi2" && client.tlsClientCertificateBoundAccessTokens !== true;
  return isFapi || client.dpopBoundAccessTokens === true;
}

/**
 * Whether a refresh token is replaced at each use (RFC 9700 §4.14.2). FAPI 2.0 Security Profile §5.3.2.1 item 9 forbids
 * it: the client authenticates, so the token is of no use to others, and a lost answer must not end the access.
 */
export function rotatesRefreshTokens({ profile }: Pick<Client, "profile">): boolean {
  return profile !== "fapi2";
}

/** The names by which a client may address us in an assertion, and whether it may use a list of them (RFC 7523 §3). */
export interface AssertionAudience {
  readonly audiences: readonly string[];
  readonly listed: boolean;
}

/**
 * In OpenID Connect Core §9, clients name the token endpoint; other specifications name the issuer or the called
 * address. Only the issuer cannot be confused with another server, so the stricter profiles accept only the issuer
 * (RFC 7523bis §4).
 *
 * @param endpoints the addresses of the token endpoint and of the endpoint that was called
 */
export function assertionAudience(profile: Profile, issuer: string, endpoints: readonly string[]): AssertionAudience {
  return profile === "oidc"
    ? { audiences: [issuer, ...endpoints], listed: true }
    : { audiences: [issuer], listed: false };
}
