/** What a caller of the administration API may do: each operation needs one of these scopes. */
export const ADMIN_SCOPES = [
  "people:read",
  "people:write",
  "sessions:read",
  "sessions:write",
  "clients:read",
  "clients:write",
  "roles:read",
  "roles:write",
  "organizations:read",
  "organizations:write",
  "audit:read",
  "statistics:read",
  "settings:read",
  "settings:write",
] as const;

export type AdminScope = (typeof ADMIN_SCOPES)[number];

/** The roles that every deployment has, by what they allow. */
export const STANDING_ROLES = {
  owner: ADMIN_SCOPES,
  people: ["people:read", "people:write", "sessions:read", "sessions:write", "statistics:read"],
  clients: ["clients:read", "clients:write"],
  auditor: ["audit:read"],
  organizations: ["organizations:read", "organizations:write"],
} as const satisfies Record<string, readonly AdminScope[]>;

/** Those of them that may be given in organizations. A person with one there administers that organization. */
export const STANDING_IN_ORGANIZATIONS: readonly (keyof typeof STANDING_ROLES)[] = ["organizations"];

/** The scope of the API among `theirs` that is not among `own`. Only callers who have it may act upon its holders. */
export const scopeBeyond = (own: readonly string[], theirs: readonly string[]): AdminScope | undefined =>
  ADMIN_SCOPES.find((scope) => theirs.includes(scope) && !own.includes(scope));
