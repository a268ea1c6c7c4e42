/** Client profiles: a client's rules come as a set with a name, never as single switches. */

export const PROFILES = ["oidc", "oauth21", "fapi2"] as const;

export type Profile = (typeof PROFILES)[number];

/** Profiles a client can be made with today; the others are refused, not half kept. */
export const AVAILABLE_PROFILES = ["oidc", "oauth21"] as const satisfies readonly Profile[];

/**
 * Whether a code for this client must be bound to a code challenge. OAuth 2.1 §4.1.1 wants it of all;
 * the profiles of OpenID Connect know clients without, so there it is for public ones only.
 */
export function requiresPkce(profile: Profile, isPublic: boolean): boolean {
  return profile !== "oidc" || isPublic;
}
