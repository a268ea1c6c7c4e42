/** What a caller of the administration API may do: each operation needs one of these scopes. */
export const ADMIN_SCOPES = [
  "people:read",
  "people:write",
  "sessions:read",
  "sessions:write",
  "clients:read",
  "clients:write",
  "audit:read",
] as const;

export type AdminScope = (typeof ADMIN_SCOPES)[number];
