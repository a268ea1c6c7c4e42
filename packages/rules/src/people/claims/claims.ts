/** Which claims a scope asks for: OIDC Core §5.4. */

/** The scope values that stand for claims, and the claims each stands for. `sub` is given with every answer. */
export const SCOPE_CLAIMS = {
  openid: ["sub"],
  profile: [
    "name",
    "family_name",
    "given_name",
    "middle_name",
    "nickname",
    "preferred_username",
    "profile",
    "picture",
    "website",
    "gender",
    "birthdate",
    "zoneinfo",
    "locale",
    "updated_at",
  ],
  email: ["email", "email_verified"],
  address: ["address"],
  phone: ["phone_number", "phone_number_verified"],
} as const;

export type ClaimScope = keyof typeof SCOPE_CLAIMS;

/** A standard claim of OIDC Core §5.1. */
export type StandardClaim = (typeof SCOPE_CLAIMS)[ClaimScope][number];

/** The claims that these scopes ask for, each once. A scope that stands for no claims adds none. */
export function claimsOfScopes(scopes: readonly string[]): readonly StandardClaim[] {
  const each = [...new Set(scopes)]; // no two scopes stand for the same claim
  return each.flatMap((scope): readonly StandardClaim[] => (isClaimScope(scope) ? SCOPE_CLAIMS[scope] : []));
}

/**
 * The scope values that stand for what a person belongs to. Each stands for the claim of its name. They are for clients
 * with these scopes in their metadata, also if `claims` (§5.5) asks for the claim by name.
 */
export const MEMBERSHIP_SCOPES = ["groups", "roles", "organizations"] as const;

/** The scope of the claim `roles` (RFC 9068 §2.2.3.1), and of the same claim in access tokens. */
export const ROLES_SCOPE = "roles";

export type MembershipClaim = (typeof MEMBERSHIP_SCOPES)[number];

export const isMembershipScope = (scope: string): scope is MembershipClaim =>
  MEMBERSHIP_SCOPES.some((one) => one === scope);

/** The same claims, and those of what the person belongs to. */
export const allClaimsOfScopes = (scopes: readonly string[]): readonly (StandardClaim | MembershipClaim)[] => [
  ...claimsOfScopes(scopes),
  ...MEMBERSHIP_SCOPES.filter((scope) => scopes.includes(scope)),
];

// Own properties only: "constructor" is a scope value that anyone may send.
export const isClaimScope = (scope: string): scope is ClaimScope => Object.hasOwn(SCOPE_CLAIMS, scope);
