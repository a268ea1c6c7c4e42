/** Client profiles: a client's rules come as a set with a name, never as single switches. */

import { type Client, isPublicClient } from "./client.ts";
import { PROFILES, type Profile } from "./registered-values.ts";

/** Whether the rules of a profile are weaker than those of another: the list goes from weak to strict. */
export function isWeakerProfile(profile: Profile, than: Profile): boolean {
  return PROFILES.indexOf(profile) < PROFILES.indexOf(than);
}

/**
 * OAuth 2.1 has no implicit flow; only clients of the profiles of OpenID Connect may have tokens sent through the
 * browser.
 */
export function allowsResponseType(profile: Profile, responseType: string): boolean {
  return profile === "oidc" || responseType === "code";
}

// FAPI 2.0 Security Profile §5.4.1. No HMAC: a secret that two know proves to neither who signed.
const FAPI_ALGS = ["PS256", "ES256", "EdDSA", "Ed25519"];

/** Whether clients of a profile may have something signed, or sign, by an algorithm. */
export function allowsAlg(profile: Profile, alg: string): boolean {
  return profile !== "fapi2" || FAPI_ALGS.includes(alg);
}

/**
 * Whether a code for this client must be bound to a code challenge. OAuth 2.1 §4.1.1 wants it of all. The profiles of
 * OpenID Connect know clients without, so there it is for public clients, and for native ones: what is sent to a
 * loopback address or a private-use scheme may reach another app (RFC 8252 §8.1), and a secret that is in every copy of
 * an app stops nobody.
 */
export function requiresPkce(client: Pick<Client, "profile" | "tokenEndpointAuthMethod" | "applicationType">): boolean {
  return client.profile !== "oidc" || isPublicClient(client) || client.applicationType === "native";
}

/** The names by which a client may mean us in an assertion, and whether it may write a list of them (RFC 7523 §3). */
export interface AssertionAudience {
  readonly audiences: readonly string[];
  readonly listed: boolean;
}

/**
 * OpenID Connect Core §9 has clients name the token endpoint, others the issuer or the address they call. Only the
 * issuer is one that no other server can be mistaken for, so the stricter profiles take that alone (RFC 7523bis §4).
 *
 * @param endpoints the addresses of the token endpoint and of the endpoint that was called
 */
export function assertionAudience(profile: Profile, issuer: string, endpoints: readonly string[]): AssertionAudience {
  return profile === "oidc"
    ? { audiences: [issuer, ...endpoints], listed: true }
    : { audiences: [issuer], listed: false };
}
