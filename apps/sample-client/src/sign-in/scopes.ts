/** Scopes: RFC 6749 §3.3, a list of words in one string. */

/**
 * The scopes that were granted: RFC 6749 §5.1 (and §6 after refreshing). A response without `scope` grants the
 * requested ones. A response that names others grants none of those.
 */
export function grantedScopes(asked: string, answered: string | undefined): readonly string[] {
  const wanted = words(asked);
  if (answered === undefined) return wanted;

  const granted = new Set(words(answered));
  return wanted.filter((scope) => granted.has(scope));
}

/** OIDC Core §11: the scope that requests a refresh token. */
export function withOfflineAccess(scope: string): string {
  return [...new Set([...words(scope), "offline_access"])].join(" ");
}

export function asksForOfflineAccess(scope: string): boolean {
  return words(scope).includes("offline_access");
}

export function withoutOfflineAccess(scope: string): string {
  return words(scope)
    .filter((word) => word !== "offline_access")
    .join(" ");
}

const words = (scope: string) => scope.split(" ").filter((word) => word !== "");
