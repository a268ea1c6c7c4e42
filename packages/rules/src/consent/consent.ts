/**
 * Consent: OIDC Core §3.1.2.4. What a person allowed and declined is remembered. The person is asked again only for
 * more.
 */
import type { JsonObject } from "../details/json.ts";
import { allClaimsOfScopes, claimsOfScopes, SCOPE_CLAIMS } from "../people/claims/claims.ts";
import { type ClaimsByName, individualClaims, isRequestableClaim } from "../request/claims-request.ts";
import { isOrganizationScope } from "./organization-scope.ts";

/** Scopes, and claims requested by name that none of the scopes contains. */
export interface Shares {
  readonly scopes: readonly string[];
  readonly claims: readonly string[];
}

/** What a client asks for, with the scopes that it cannot do without. */
export interface Asked extends Shares {
  readonly required?: readonly string[] | undefined;
}

export interface Consent {
  readonly granted: Shares;
  readonly declined: Shares;
  /** The hosts that the consent page named as receivers of answers; none for a consent from before hosts were kept. */
  readonly hosts?: readonly string[] | undefined;
  /** The authorization details that the person accepted, of types that are remembered. */
  readonly details?: readonly JsonObject[] | undefined;
}

/** Whether a consent covers answers to this host (RFC 6749 §10.2). */
export function isGivenFor(host: string, { hosts = [] }: Consent): boolean {
  return hosts.length === 0 || hosts.includes(host);
}

/** Scopes that the person cannot decline one by one, of whichever client: any approval includes them. */
const REQUIRED_SCOPES: readonly string[] = ["openid"];

/** @param required the scopes that the client cannot do without */
export function isRequiredScope(scope: string, required: readonly string[] = []): boolean {
  // Without the organization, the rest would count everywhere.
  return REQUIRED_SCOPES.includes(scope) || required.includes(scope) || isOrganizationScope(scope);
}

/** What a person must be asked for before the whole request can be answered. */
interface AskingRequest {
  readonly scopes: readonly string[];
  readonly claims: ClaimsByName;
  readonly requiredScopes?: readonly string[] | undefined;
}

export function askedBy({ scopes, claims, requiredScopes }: AskingRequest): Asked {
  return { scopes, claims: individualClaims(claims, scopes), required: requiredScopes };
}

/**
 * Whether the person has allowed or declined everything that is asked for. Without a consent, even an empty request is
 * not answered. A refusal of a scope that the client cannot do without is no answer: the person decides about the
 * whole.
 */
export function isAnswered(asked: Asked, consent: Consent | undefined): boolean {
  if (consent === undefined) return false;

  const { granted, declined } = consent;
  const isGiven = (scope: string) =>
    granted.scopes.includes(scope) || (declined.scopes.includes(scope) && asked.required?.includes(scope) !== true);
  const claims = [...granted.claims, ...declined.claims];
  return asked.scopes.every(isGiven) && asked.claims.every((name) => claims.includes(name));
}

/** Whether everything that is asked for was granted. Without a consent, nothing was. */
export const isGranted = (asked: Shares, consent: Consent | undefined): consent is Consent =>
  consent !== undefined &&
  (["scopes", "claims"] as const).every((kind) => asked[kind].every((name) => consent.granted[kind].includes(name)));

/** The members of `requested` that were granted. */
export function coveredScopes(requested: readonly string[], consent: Consent | undefined): readonly string[] {
  return requested.filter((scope) => consent?.granted.scopes.includes(scope));
}

/**
 * The requested claims that were granted: by their scope if that was requested too, otherwise by name. A claim that
 * /userinfo gives for a scope is not named again, so it is withdrawn with the scope.
 */
export function coveredClaims(
  { scopes, claims }: { scopes: readonly string[]; claims: ClaimsByName },
  consent: Consent | undefined,
): ClaimsByName {
  if (claims.userinfo.length === 0 && claims.idToken.length === 0) return { userinfo: [], idToken: [] };
  const individual: readonly string[] = individualClaims(claims, scopes);
  const byName = (claim: string) => individual.includes(claim) && consent?.granted.claims.includes(claim) === true;
  const byScope: readonly string[] = allClaimsOfScopes(coveredScopes(scopes, consent));

  return {
    userinfo: claims.userinfo.filter(byName),
    idToken: claims.idToken.filter((claim) => byScope.includes(claim) || byName(claim)),
  };
}

/** The claims that a consent does not give the client, neither by a scope nor by name. */
export function withheldClaims({ granted }: Consent): readonly string[] {
  const given: readonly string[] = [...claimsOfScopes(granted.scopes), ...granted.claims];
  return claimsOfScopes(Object.keys(SCOPE_CLAIMS)).filter(
    (claim) => isRequestableClaim(claim) && !given.includes(claim),
  );
}

/**
 * The consent that a person's answer makes. Of what was asked for, checked items are granted and the rest is declined.
 * Earlier answers for names that this request does not ask for stay as they were. Boxes that were never shown have no
 * effect.
 */
export function answerConsent(asked: Asked, checked: Shares, before: Consent | undefined): Consent {
  const scopes = answered(
    asked.scopes,
    (scope) => isRequiredScope(scope, asked.required) || checked.scopes.includes(scope),
    before && { granted: before.granted.scopes, declined: before.declined.scopes },
  );
  const claims = answered(
    asked.claims,
    (claim) => checked.claims.includes(claim),
    before && { granted: before.granted.claims, declined: before.declined.claims },
  );
  return {
    granted: { scopes: scopes.granted, claims: claims.granted },
    declined: { scopes: scopes.declined, claims: claims.declined },
  };
}

function answered(
  asked: readonly string[],
  isGranted: (name: string) => boolean,
  before: { granted: readonly string[]; declined: readonly string[] } | undefined,
) {
  const kept = (names: readonly string[] = []) => names.filter((name) => !asked.includes(name));
  return {
    granted: [...kept(before?.granted), ...asked.filter(isGranted)],
    declined: [...kept(before?.declined), ...asked.filter((name) => !isGranted(name))],
  };
}
