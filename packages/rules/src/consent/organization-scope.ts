/** The scope `organization:<slug>`, which asks for tokens that count in one organization. */
import { invalidScope } from "../errors.ts";
import { isSlug } from "../text/slug.ts";

const PREFIX = "organization:";

/** The scope that a client registers in order to ask for any organization. */
export const ORGANIZATION_SCOPE = "organization";

export const isOrganizationScope = (scope: string): boolean => scope.startsWith(PREFIX);

/** Fast path of most requests: whether none of these scopes names an organization. */
const namesNone = (scopes: readonly string[]) => !scopes.join(" ").includes(PREFIX);

/** The slug of the organization that scopes name; undefined if they name none. */
export const organizationIn = (scopes: readonly string[]): string | undefined =>
  namesNone(scopes) ? undefined : scopes.find(isOrganizationScope)?.slice(PREFIX.length);

/** The refusal of an organization: it is the same for one that does not exist and for one of others. */
export const refusedOrganization = (detail?: string) => invalidScope("scope names no organization for this", detail);

/**
 * The scopes of a request that name an organization: one at most. Throws `invalid_scope` for several, and for a client
 * that may not ask for one. Whether the person is a member is not known here.
 */
export function organizationScopes(
  requested: readonly string[],
  { scopes: allowed }: { readonly scopes: readonly string[] },
): readonly string[] {
  if (namesNone(requested)) return [];
  const asked = requested.filter(isOrganizationScope);
  const [first, second] = asked;
  if (first === undefined) return [];
  if (second !== undefined) throw invalidScope("scope names several organizations", second);
  if (!allowed.includes(ORGANIZATION_SCOPE) || !isSlug(first.slice(PREFIX.length))) throw refusedOrganization(first);
  return asked;
}
