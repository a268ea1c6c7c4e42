/** Scopes by role: a resource server has some of its scopes only for people with a role there. */

/** The scopes of a resource server that need a role; none if absent. */
interface ScopesByRole {
  readonly roleScopes?: readonly string[] | undefined;
}

/** Whether a role decides about any of these scopes. */
export const needsRole = (scopes: readonly string[], { roleScopes = [] }: ScopesByRole): boolean =>
  scopes.some((scope) => roleScopes.includes(scope));

/**
 * The scopes that a token has: those by role are left out if no role of the person gives them (RFC 6749 §3.3: the
 * server may issue fewer scopes than were requested, and says so).
 *
 * @param held the scopes that the roles of the person give at this resource server
 */
export const scopesWithRoles = (
  scopes: readonly string[],
  { roleScopes = [] }: ScopesByRole,
  held: readonly string[],
): readonly string[] => scopes.filter((scope) => !roleScopes.includes(scope) || held.includes(scope));
