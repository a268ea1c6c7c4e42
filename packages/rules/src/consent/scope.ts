/** Scope: RFC 6749 §3.3. */

import { invalidScope } from "../errors.ts";
import { isClaimScope } from "../people/claims/claims.ts";
import { remedyOf } from "../remedies.ts";
import { OFFLINE_ACCESS } from "../token/refresh.ts";
import { SCOPE, SCOPE_EXPECTED } from "./scope-token.ts";

/**
 * The scope values of a `scope` parameter, each once, in the order sent; none for an absent parameter. Throws
 * `invalid_scope`.
 */
export function parseScope(scope: string | undefined): readonly string[] {
  if (scope === undefined) return [];
  if (!SCOPE.test(scope)) throw invalidScope(`scope ${SCOPE_EXPECTED}`);

  return [...new Set(scope.split(" "))];
}

/** Whether scopes narrow what was granted. A request cannot widen it (RFC 6749 §6, specification §4.8 rule 7). */
export const narrows = (scopes: readonly string[], granted: readonly string[]): boolean =>
  scopes.every((scope) => granted.includes(scope));

/** The scopes in an issued token's `scope` claim that its authorization still has. */
export const stillGranted = (scope: string | undefined, granted: readonly string[]): readonly string[] =>
  (scope ?? "").split(" ").filter((value) => granted.includes(value));

/**
 * The requested scopes that the client may ask for. Undefined scopes are ignored (RFC 6749 §3.3). A defined scope that
 * the client is not allowed is `invalid_scope`.
 */
export function requestableScopes(
  requested: readonly string[],
  { defined, allowed }: { defined: readonly string[]; allowed: readonly string[] },
): readonly string[] {
  const known = requested.filter((scope) => defined.includes(scope));

  const refused = known.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) throw notAllowed(refused);

  return known;
}

const notAllowed = (scope: string) =>
  invalidScope("scope is not allowed for this client", scope, remedyOf("allow_scope"));

/**
 * Whether a scope is about a person who signed in (OIDC Core §5.4 and §11), whichever resource server defines it and
 * whichever client may use it.
 */
export function isPersonScope(scope: string): boolean {
  return isClaimScope(scope) || scope === OFFLINE_ACCESS;
}

/**
 * The scopes of a token that a client gets for itself (RFC 6749 §4.4.2). No scope is ignored here, because there is no
 * person to ask. A request without `scope` is one for all that the client may have there (RFC 6749 §3.3). Throws
 * `invalid_scope`.
 */
export function scopesOfClient(
  requested: string | undefined,
  { defined, allowed }: { defined: readonly string[]; allowed: readonly string[] },
): readonly string[] {
  const isRefused = (scope: string) => isPersonScope(scope) || !defined.includes(scope) || !allowed.includes(scope);
  if (requested === undefined) return allowed.filter((scope) => !isRefused(scope));

  const wanted = parseScope(requested);
  const refused = wanted.find(isRefused);
  if (refused !== undefined) throw notAllowed(refused);

  return wanted;
}
