/** Resource indicators: RFC 8707. The resource servers that a request names. */

import type { Sender } from "../../confirmation.ts";
import { requestableScopes } from "../../consent/scope.ts";
import { invalidTarget, ProtocolError } from "../../errors.ts";
import { ROLES_SCOPE } from "../../people/claims/claims.ts";
import { remedyOf } from "../../remedies.ts";
import { OFFLINE_ACCESS } from "../refresh.ts";

/** The scopes that a client can ask for: those that a resource server defines. */
export interface Resource {
  readonly identifier: string;
  readonly scopes: readonly string[];
}

/** A resource server as requests see it. */
export interface OtherResource extends Resource {
  /** The name that people see. */
  readonly name: string;
  readonly accessTokenTtlSeconds: number;
  /** Whether its access tokens must be bound to a key (RFC 9728 §2). */
  readonly dpopBoundAccessTokensRequired?: boolean;
}

/** The resource servers that a request names, if it names any other than that of /userinfo. */
export interface NamedResources {
  /** Whether it names that of /userinfo, too. */
  readonly userinfo: boolean;
  /** The others, each once. In a checked request their scopes are those that the request asks for. */
  readonly others: readonly OtherResource[];
}

/** More than any request has a reason to name. */
export const MOST_RESOURCES = 8;
const ABSOLUTE = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#@\s\0]+)((?:[/?][^#\s\0]*)?)$/;
const LONGEST_IDENTIFIER = 2000;

/** Scopes about the sign-in itself, and the roles in the access tokens of any audience. None is only for /userinfo. */
const OF_EVERY_REQUEST = ["openid", OFFLINE_ACCESS, ROLES_SCOPE];

/**
 * The form in which identifiers are compared (RFC 3986 §6.2.2.1 and §6.2.3): scheme and host in lower case, and no path
 * in place of an empty one. Nothing else is equal. Returns `undefined` for a text that is not an absolute URI with an
 * authority, or has a fragment (RFC 8707 §2).
 */
export function foldResource(identifier: string): string | undefined {
  if (identifier.length > LONGEST_IDENTIFIER) return undefined;
  const [, scheme, authority, rest] = ABSOLUTE.exec(identifier) ?? [];
  if (scheme === undefined || authority === undefined) return undefined;
  return `${scheme.toLowerCase()}://${authority.toLowerCase()}${rest === "/" ? "" : rest}`;
}

/** Whether an identifier that a request names is that of a registered resource server. */
export function isSameResource(sent: string, registered: string): boolean {
  if (sent === registered) return true; // as most clients spell it
  const folded = foldResource(sent);
  return folded !== undefined && folded === foldResource(registered);
}

/**
 * Whether a client may get tokens for a resource server: one of its scopes is registered for the client (RFC 8707 §2:
 * deny by default).
 */
export function isOpenTo({ scopes: allowed }: { readonly scopes: readonly string[] }, { scopes }: Resource): boolean {
  return scopes.some((scope) => allowed.includes(scope));
}

/**
 * The resource servers that an authorization request names (RFC 8707 §2.1); undefined if it names none other than that
 * of /userinfo. Throws `invalid_target` if one is unknown or not open to the client.
 *
 * @param known the resource servers among those that are sent, as the store found them
 */
export function namedResources(
  sent: readonly string[],
  client: { readonly scopes: readonly string[] },
  userinfo: Resource,
  known: readonly OtherResource[],
): NamedResources | undefined {
  if (sent.length > MOST_RESOURCES) throw invalidTarget("too many resources are named");
  const isUserinfo = (identifier: string) => isSameResource(identifier, userinfo.identifier);
  const others = sent
    .filter((identifier) => !isUserinfo(identifier))
    .map((identifier) => {
      const found = known.find((one) => isSameResource(identifier, one.identifier));
      if (found === undefined || !isOpenTo(client, found)) throw unknownResource(identifier);
      return found;
    });
  return others.length === 0 ? undefined : { userinfo: sent.some(isUserinfo), others: [...new Set(others)] };
}

/**
 * The one resource server that a token request names, as it was sent; undefined if it names none. Throws
 * `invalid_target` if it names several: a token has one audience (RFC 9700 §2.3).
 */
export function oneResource(sent: readonly string[]): string | undefined {
  const [first, second] = sent;
  if (second !== undefined) throw invalidTarget("resource must name one resource server, because a token is for one");
  return first;
}

/**
 * Refuses a request for a token in its response that would be for several resource servers, or that must be bound to a
 * key. That of /userinfo does not count: see `audienceOf`.
 */
export function assertOneAudience(named: NamedResources | undefined): void {
  // A browser proves no key, so such a token comes from the token endpoint only (RFC 9449 §5).
  if (named?.others.some((other) => other.dpopBoundAccessTokensRequired))
    throw invalidTarget("resource needs tokens that are bound to a key, and the token of this response is not");
  if (named !== undefined && named.others.length > 1)
    throw invalidTarget("resource must name one resource server, because this response has a token");
}

/** The scopes of /userinfo that a request can ask for. If it is not named, those about the sign-in itself. */
export function scopesWithout({ scopes }: Resource, named: NamedResources | undefined): readonly string[] {
  return named?.userinfo === false ? scopes.filter((scope) => OF_EVERY_REQUEST.includes(scope)) : scopes;
}

/** Each of the named resource servers with those of its scopes that the request asks for. */
export function requestedResources(
  { userinfo, others }: NamedResources,
  sent: readonly string[],
  { scopes: allowed }: { readonly scopes: readonly string[] },
): NamedResources {
  return {
    userinfo,
    others: others.map((other) => ({ ...other, scopes: requestableScopes(sent, { defined: other.scopes, allowed }) })),
  };
}

/** Refuses a token without a key for a resource server that requires bound tokens (RFC 9449 §5, RFC 9728 §2). */
export function assertBoundFor(
  { dpopBoundAccessTokensRequired }: Pick<OtherResource, "dpopBoundAccessTokensRequired">,
  sender: Sender,
): void {
  if (dpopBoundAccessTokensRequired === true && sender.kind !== "key")
    throw new ProtocolError("invalid_dpop_proof", "this resource server needs a token that is bound by a DPoP proof");
}

export const unknownResource = (identifier: string | undefined) =>
  invalidTarget("resource is unknown", identifier, remedyOf("add_resource"));

/** RFC 6749 §4.1.2.1: the characters that a description may have. An identifier with others is left out. */
const DESCRIBABLE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;
const LONGEST_CHOICES = 400;

/** The end of a description, which names what can be chosen: as many identifiers as fit. */
export function choicesIn(identifiers: readonly string[]): string {
  const written = identifiers.filter((identifier) => DESCRIBABLE.test(identifier)).toSorted();
  const fitting = written.filter((_, nth) => written.slice(0, nth + 1).join(", ").length <= LONGEST_CHOICES);
  return fitting.length === 0 ? "" : `: ${fitting.join(", ")}`;
}
