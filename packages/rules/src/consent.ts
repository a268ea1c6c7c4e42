/** Consent: OIDC Core §3.1.2.4. What a person allowed and declined is remembered, and asked again only for more. */

export interface Consent {
  readonly grantedScopes: readonly string[];
  readonly declinedScopes: readonly string[];
}

/** Scopes that make the request what it is: they come with saying yes at all. */
const REQUIRED_SCOPES: readonly string[] = ["openid"];

export function isRequiredScope(scope: string): boolean {
  return REQUIRED_SCOPES.includes(scope);
}

/** Whether every one of `scopes` has been answered, with yes or with no. No consent at all answers nothing, not even an empty request. */
export function isAnswered(scopes: readonly string[], consent: Consent | undefined): boolean {
  if (consent === undefined) return false;

  const answered = [...consent.grantedScopes, ...consent.declinedScopes];
  return scopes.every((scope) => answered.includes(scope));
}

/** Those of `requested` that were granted. */
export function coveredScopes(requested: readonly string[], consent: Consent | undefined): readonly string[] {
  return requested.filter((scope) => consent?.grantedScopes.includes(scope));
}

/**
 * The consent that a person's answer makes: of the requested scopes, those left checked are granted and the
 * others declined. What was answered for scopes that this request does not name stays as it was.
 * Boxes that were never shown count for nothing.
 */
export function answerConsent(
  requested: readonly string[],
  checked: readonly string[],
  before: Consent | undefined,
): Consent {
  const granted = requested.filter((scope) => isRequiredScope(scope) || checked.includes(scope));
  const declined = requested.filter((scope) => !granted.includes(scope));
  const kept = (scopes: readonly string[] = []) => scopes.filter((scope) => !requested.includes(scope));

  return {
    grantedScopes: [...kept(before?.grantedScopes), ...granted],
    declinedScopes: [...kept(before?.declinedScopes), ...declined],
  };
}
