/** The scopes that an authorization request asks for: RFC 6749 §3.3, OIDC Core §5.4 and §5.5. */

import type { Client } from "../client/client.ts";
import { organizationScopes } from "../consent/organization-scope.ts";
import { parseScope, requestableScopes } from "../consent/scope.ts";
import { invalidScope } from "../errors.ts";
import { remedyOf } from "../remedies.ts";
import { type NamedResources, type Resource, requestedResources, scopesWithout } from "../token/resources/resources.ts";
import { type ClaimsByName, membershipsByName } from "./claims-request.ts";

/** What decides which scopes a request asks for, and where. */
interface Asking {
  readonly params: { readonly scope?: string | undefined; readonly authorization_details?: string | undefined };
  readonly claims: ClaimsByName;
  /** The resource server of /userinfo. */
  readonly resource: Resource;
  /** The resource servers that the request is about; undefined if it is only about that one. */
  readonly named: NamedResources | undefined;
}

/**
 * Those of /userinfo, and those at each other resource server that the request is about. Unknown ones are left out.
 * Throws `invalid_scope` for one that the client may not ask for, and if nothing of what is asked for is left.
 */
export function requestedScopes(
  { params, claims, resource, named }: Asking,
  client: Pick<Client, "scopes">,
): { readonly scopes: readonly string[]; readonly named?: NamedResources } {
  const sent = withMemberships(parseScope(params.scope), claims, client);
  // An ID token can have them regardless of the resource server that the access token is for.
  const defined = [...scopesWithout(resource, named), ...membershipsByName({ ...claims, userinfo: [] })];
  const scopes = [...requestableScopes(sent, { defined, allowed: client.scopes }), ...organizationScopes(sent, client)];
  const others = named && requestedResources(named, sent, client);
  assertAsksSomething(params, scopes, others);
  return { scopes, ...(others && { named: others }) };
}

// §5.5: a claim that is asked for by name, and that only a scope gives, is asked for by that scope.
function withMemberships(
  sent: readonly string[],
  claims: ClaimsByName,
  { scopes: allowed }: Pick<Client, "scopes">,
): readonly string[] {
  if (!sent.includes("openid")) return sent;
  return [...new Set([...sent, ...membershipsByName(claims).filter((scope) => allowed.includes(scope))])];
}

// RFC 6749 §3.3: if only unknown scopes were asked for, the client would get a token that gives nothing.
function assertAsksSomething(
  { scope, authorization_details }: Asking["params"],
  scopes: readonly string[],
  named: NamedResources | undefined,
): void {
  if (scope === undefined || authorization_details !== undefined || scopes.length > 0) return;
  if (named === undefined || named.others.every((other) => other.scopes.length === 0))
    throw invalidScope(
      "scope names nothing that is known here and registered for this client",
      scope,
      remedyOf("define_scope"),
    );
}
