/**
 * The resource server that a token is for: RFC 8707 §2.2. A person granted some to a client; a token request may name
 * one of them, and a token is for one, or for one and for /userinfo.
 */
import {
  type Asked,
  allScopes,
  assertBoundFor,
  audienceOf,
  type Client,
  type Detail,
  type DetailsTypes,
  invalidGrant,
  invalidScope,
  isOpenTo,
  isSameResource,
  type JsonObject,
  narrowedDetails,
  narrows,
  needsRole,
  oneResource,
  organizationIn,
  REQUIRED_SCOPE,
  type Resource,
  type Sender,
  scopesLeft,
  scopesWithRoles,
  unknownResource,
} from "@countersign/rules";
import { MOST_VALUES_IN_TOKEN, valuesInToken } from "@countersign/rules/claim-values";
import { ROLES_SCOPE } from "@countersign/rules/claims";
import type { ResourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import type { OrganizationStore } from "../../platform/stores/person/organizations.ts";
import type { MemberOf, RoleStore } from "../../platform/stores/person/roles.ts";
import type { AccessTokenAudience } from "./access-token.ts";

export interface AudienceDependencies {
  readonly resources: Pick<ResourceServerStore, "find">;
  readonly userinfoResource: Resource;
  readonly detailsTypes: DetailsTypes;
  readonly roles: Pick<RoleStore, "scopesOf" | "scopesInOrganization" | "namesOf" | "namesInOrganization">;
  /** The identifier of the administration API. Its roles are for no client. */
  readonly administration?: string | undefined;
  readonly organizations: Pick<OrganizationStore, "ofAuthorization">;
}

/** What a token request names. */
interface AskedAudience {
  readonly named: string | undefined;
  readonly asked: readonly string[] | undefined;
  readonly details?: readonly Detail[] | undefined;
  readonly client: Client;
}

/**
 * The resource server that a token request names, as it is registered; undefined if it names none. Call this before
 * anything is spent. Throws `invalid_target` if it names several, or one that is unknown, disabled or not open to the
 * client.
 */
export async function namedResource(
  sent: readonly string[],
  client: Client,
  { resources, userinfoResource }: AudienceDependencies,
): Promise<string | undefined> {
  const named = oneResource(sent);
  if (named === undefined) return undefined;
  if (isSameResource(named, userinfoResource.identifier)) return userinfoResource.identifier;

  const found = await resources.find(named);
  if (found === undefined || !isOpenTo(client, found)) throw unknownResource(named);
  return found.identifier;
}

/**
 * Explains why nothing was issued on a live code or refresh token: throws `invalid_scope` for more scopes than were
 * granted, `invalid_target` if the reason is the resource server, and `invalid_dpop_proof` if it requires bound tokens
 * and the sender proved no key.
 */
export async function assertForResource(
  live: Parameters<typeof audienceOf>[0] & { readonly isForResource: boolean },
  { sender, ...asked }: Asked & { readonly sender: Sender },
  { resources }: Pick<AudienceDependencies, "resources">,
): Promise<void> {
  assertGranted(asked.scopes, live);
  const { identifier } = audienceOf(live, asked);
  if (live.isForResource) return;
  assertBoundFor((await resources.find(identifier)) ?? {}, sender);
  // It was granted, but is disabled or no longer open to the client.
  throw unknownResource(identifier);
}

/** RFC 6749 §6: a token request never widens what was granted. Throws `invalid_scope`. */
export function assertGranted(scopes: readonly string[] | undefined, granted: Parameters<typeof allScopes>[0]): void {
  if (scopes !== undefined && !narrows(scopes, allScopes(granted)))
    throw invalidScope("scope exceeds what was granted");
}

/**
 * RFC 9396 §6.1: checks that the details of a token request were granted, before anything is spent. Does nothing if
 * there is no live code or token, or no resource server to compare with: what spends it explains that. Throws
 * `invalid_authorization_details`.
 */
export function assertDetailsGranted(
  live: (Parameters<typeof assertForResource>[0] & Pick<Authorization, "details">) | undefined,
  asked: Asked,
  details: readonly Detail[],
): void {
  if (live?.isForResource === true) narrowedDetails(live.details, audienceOf(live, asked).identifier, details);
}

/**
 * The audience of a token, with those of the granted scopes that the client and the person may still have there. A
 * token for /userinfo needs no look-up. Throws `invalid_target` if there is no such audience, or if it is no longer
 * open to the client, and `invalid_grant` if the person has left the organization that it is for.
 *
 * @param named the identifier of the resource server that the request names, as it is registered
 * @param asked the scopes that the request names
 * @param details the authorization details that it names
 */
export async function audienceFor(
  authorization: Authorization,
  asked: AskedAudience,
  deps: AudienceDependencies,
): Promise<AccessTokenAudience> {
  const member = await memberIn(authorization, deps.organizations);
  const audience = await audienceIn(authorization, member, asked, deps);
  const roles = await rolesAt(audience, { authorization, member, asked }, deps);
  return { ...audience, roles, hasGrantedScopes: allScopes(authorization).length > 0 };
}

async function audienceIn(
  authorization: Authorization,
  member: MemberOf | undefined,
  { named, asked, details, client }: AskedAudience,
  { resources, detailsTypes, roles }: AudienceDependencies,
): Promise<AccessTokenAudience> {
  const organizationId = member?.organizationId;
  const { identifier, scopes, withUserinfo } = audienceOf(authorization, { named, scopes: asked });
  if (authorization.resources === null)
    return { resource: { identifier }, scopes: scopesLeft(asked ?? scopes, client), organizationId };

  const granted = scopesLeft(asked === undefined ? scopes : scopes.filter((scope) => asked.includes(scope)), client);
  if (identifier === authorization.resource) return { resource: { identifier }, scopes: granted, organizationId };

  const resource = await resources.find(identifier);
  if (resource === undefined || !isOpenTo(client, resource)) throw unknownResource(identifier);
  const defined = granted.filter((scope) => resource.scopes.includes(scope));
  // Nothing is read for a token without scopes by role.
  const held = needsRole(defined, resource) ? await heldBy(authorization, member, identifier, roles) : [];
  const own = scopesWithRoles(defined, resource, held);
  const about = withUserinfo ? signInScopes(authorization, resource, { asked, client }) : [];
  const audience = {
    resource,
    scopes: [...about, ...own],
    organizationId,
    ...(about.length > 0 && { userinfo: authorization.resource }),
  };
  if (authorization.details === null) return audience;
  return {
    ...audience,
    details: detailsLeft(narrowedDetails(authorization.details, identifier, details), client, detailsTypes),
  };
}

/**
 * The additional scopes of a token for another resource server, so that /userinfo accepts it; none without `openid`,
 * which /userinfo requires. A scope that the other one defines, too, was granted or declined there.
 */
function signInScopes(
  { scopes }: Authorization,
  { scopes: defined }: Pick<Resource, "scopes">,
  { asked, client }: Pick<AskedAudience, "asked" | "client">,
): readonly string[] {
  const left = scopesLeft(scopes, client).filter((scope) => asked?.includes(scope) ?? true);
  return left.includes(REQUIRED_SCOPE) ? left.filter((scope) => !defined.includes(scope)) : [];
}

/** Nothing is read for a token that counts everywhere. In an organization, only the roles there count. */
async function memberIn(
  { id, scopes }: Authorization,
  organizations: AudienceDependencies["organizations"],
): Promise<MemberOf | undefined> {
  const slug = organizationIn(scopes);
  if (slug === undefined) return undefined;
  const member = await organizations.ofAuthorization(id, slug);
  if (member === undefined) throw invalidGrant("the person does not belong to the organization any more");
  return member;
}

/**
 * The roles of the person at an audience (RFC 9068 §2.2.3.1). Nothing is read for a token without the scope, and no
 * token has too many.
 */
async function rolesAt(
  { resource: { identifier } }: AccessTokenAudience,
  { authorization: { id, scopes }, member, asked: { asked, client } }: RoleGrounds,
  { roles, administration }: AudienceDependencies,
): Promise<readonly string[] | undefined> {
  if (!scopes.includes(ROLES_SCOPE) || identifier === administration) return undefined;
  const left = scopesLeft(scopes, client).filter((scope) => asked === undefined || asked.includes(scope));
  if (!left.includes(ROLES_SCOPE)) return undefined;
  const most = MOST_VALUES_IN_TOKEN + 1;
  return valuesInToken(
    member === undefined
      ? await roles.namesOf(id, identifier, most)
      : await roles.namesInOrganization(member, identifier, most),
  );
}

interface RoleGrounds {
  readonly authorization: Authorization;
  readonly member: MemberOf | undefined;
  readonly asked: AskedAudience;
}

const heldBy = (
  { id }: Authorization,
  member: MemberOf | undefined,
  identifier: string,
  roles: AudienceDependencies["roles"],
) => (member === undefined ? roles.scopesOf(id, identifier) : roles.scopesInOrganization(member, identifier));

// A type that was removed from the client or from the configuration is no longer granted, whenever it was approved.
const detailsLeft = (details: readonly JsonObject[], { authorizationDetailsTypes = [] }: Client, types: DetailsTypes) =>
  details.filter(({ type }) => types.has(String(type)) && authorizationDetailsTypes.includes(String(type)));
