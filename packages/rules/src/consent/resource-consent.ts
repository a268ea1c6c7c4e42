/** Consent at each resource server that a request names: RFC 8707 §2.1. */
import type { Detail } from "../details/details-type.ts";
import type { AuthorizationRequest } from "../request/authorization-request.ts";
import type { GrantedResources } from "../token/resources/audience.ts";
import type { OtherResource } from "../token/resources/resources.ts";
import { type Asked, askedBy, type Consent, coveredScopes, isAnswered, isRequiredScope } from "./consent.ts";

/** What a person is asked about: the request, and what it asks of each resource server. */
export type AskedRequest = Pick<AuthorizationRequest, "scopes" | "claims" | "named" | "details"> &
  Partial<Pick<AuthorizationRequest, "resource" | "requiredScopes">>;

/** The consents that a person gave a client. */
export interface Consents {
  /** The one for the resource server of /userinfo. */
  readonly consent: Consent | undefined;
  /** Those for the other resource servers that the request names, by identifier. */
  readonly consents?: ReadonlyMap<string, Consent> | undefined;
}

/** What is asked of one resource server, and the consent that was given for it. */
interface Question {
  /** The identifier of the resource server; absent for that of /userinfo. */
  readonly identifier?: string;
  readonly asked: Asked;
  readonly consent: Consent | undefined;
}

/**
 * Everything that a person has to answer for a request, except its authorization details. A request for other resource
 * servers may ask nothing else, and one with details may ask for no scopes.
 */
export function questionsOf(request: AskedRequest, { consent, consents }: Consents): readonly Question[] {
  const own = { asked: askedBy(request), consent };
  const { named, requiredScopes: required } = request;
  if (named === undefined) return [own];

  const isAsked = named.userinfo || own.asked.scopes.length + own.asked.claims.length > 0;
  const isOfScopes = ({ identifier, scopes }: OtherResource) =>
    scopes.length > 0 || !hasFor(request.details, identifier);
  const others = named.others.filter(isOfScopes).map(({ identifier, scopes }) => ({
    identifier,
    asked: { scopes, claims: [], required },
    consent: consents?.get(identifier),
  }));
  return isAsked ? [own, ...others] : others;
}

/**
 * The resource servers that the person granted, with the scopes granted at each; undefined if the request names none. A
 * resource server at which the person declined every scope and every object is not granted.
 *
 * @param accepted the authorization details that the person accepted
 */
export function grantedResources(
  { scopes, named, details, resource = "" }: AskedRequest,
  { consent, consents }: Consents,
  accepted: readonly Detail[] = [],
): GrantedResources | undefined {
  if (named === undefined) return undefined;

  const others = named.others.map((one) => ({
    ...one,
    granted: coveredScopes(one.scopes, consents?.get(one.identifier)),
  }));
  const open = others.filter(({ identifier, scopes: asked, granted }) => {
    if (asked.length > 0 || hasFor(details, identifier)) return granted.length > 0 || hasFor(accepted, identifier);
    return !isDeclined(consents?.get(identifier));
  });
  const isUserinfo = named.userinfo && (scopes.length === 0 || coveredScopes(scopes, consent).length > 0);
  return Object.fromEntries([
    ...(isUserinfo ? [[resource, []] as const] : []),
    ...open.map(({ identifier, granted }) => [identifier, granted] as const),
  ]);
}

const hasFor = (details: readonly Detail[] = [], identifier: string) =>
  details.some(({ resources }) => resources.includes(identifier));

// The person was asked for scopes there, and kept none.
const isDeclined = (consent: Consent | undefined) =>
  consent !== undefined && consent.granted.scopes.length === 0 && consent.declined.scopes.length > 0;

/**
 * Whether the person answered everything, and granted something.
 *
 * @param accepted the authorization details that the person accepted
 */
export function isAgreed(request: AskedRequest, consents: Consents, accepted: readonly Detail[] = []): boolean {
  const isAllAnswered = questionsOf(request, consents).every(({ asked, consent }) => isAnswered(asked, consent));
  return isAllAnswered && !isNothingGranted(request, consents, accepted);
}

/**
 * Whether the person granted none of the resource servers that the request names or, if it names none, no scope that it
 * asks for. A token of it would be of no use. A required scope is no choice: a person who declines every authorization
 * detail and grants nothing else at /userinfo has declined the request.
 *
 * @param accepted the authorization details that the person accepted
 */
export function isNothingGranted(request: AskedRequest, consents: Consents, accepted: readonly Detail[] = []): boolean {
  const { scopes, details = [], resource, requiredScopes } = request;
  const own = coveredScopes(scopes, consents.consent);
  const resources = grantedResources(request, consents, accepted);
  if (resources === undefined) return scopes.length > 0 && own.length === 0;
  const isUserinfoNothing =
    details.length > 0 && accepted.length === 0 && own.every((scope) => isRequiredScope(scope, requiredScopes));
  return Object.keys(resources).every((identifier) => isUserinfoNothing && identifier === resource);
}
