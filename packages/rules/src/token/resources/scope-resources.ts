/** The resource server that follows from scopes if a request names none: RFC 8707 §2, RFC 9068 §3. */
import { isOrganizationScope } from "../../consent/organization-scope.ts";
import { invalidTarget } from "../../errors.ts";
import { choicesIn, type Resource } from "./resources.ts";

/**
 * The scopes of a request that the client may ask for and that /userinfo does not define. Most requests have none, and
 * nothing is looked up for them.
 */
export function scopesElsewhere(
  sent: readonly string[],
  { scopes: allowed }: { readonly scopes: readonly string[] },
  { scopes: defined }: Pick<Resource, "scopes">,
): readonly string[] {
  return sent.filter((scope) => allowed.includes(scope) && !defined.includes(scope) && !isOrganizationScope(scope));
}

/**
 * The one resource server that defines all of these scopes; undefined if none of them is defined. A scope that is
 * defined nowhere is ignored (RFC 6749 §3.3). Throws `invalid_target`, which names the choices, if there are several,
 * or if the scopes are of several: a token is for one.
 *
 * @param known the resource servers that define one of the scopes
 */
export function resourceOfScopes<Known extends Resource>(
  scopes: readonly string[],
  known: readonly Known[],
): Known | undefined {
  const defined = scopes.filter((scope) => known.some((one) => one.scopes.includes(scope)));
  if (defined.length === 0) return undefined;

  const [found, another] = known.filter((one) => defined.every((scope) => one.scopes.includes(scope)));
  if (found === undefined || another !== undefined) throw severalDefine(known.map(({ identifier }) => identifier));
  return found;
}

const severalDefine = (identifiers: readonly string[]) =>
  invalidTarget(`scope is of several resource servers, so resource must name one${choicesIn(identifiers)}`);
