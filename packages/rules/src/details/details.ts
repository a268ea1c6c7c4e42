/** The parameter `authorization_details`: RFC 9396 §2, §5 and §10. */
import { invalidDetails } from "../errors.ts";
import type { AuthorizationRequest } from "../request/authorization-request.ts";
import { isSameResource, type NamedResources, type Resource } from "../token/resources/resources.ts";
import type { Detail, DetailsType, DetailsTypes, GrantedDetails } from "./details-type.ts";
import { type Json, type JsonObject, readDetailsJson } from "./json.ts";

const MOST_OBJECTS = 20;

/** The members of a client that decide which types it may use. */
export interface DetailsClient {
  readonly authorizationDetailsTypes?: readonly string[] | undefined;
}

/**
 * The objects of the parameter, each of a known type that is registered for the client, and valid by its schema. Throws
 * `invalid_authorization_details` (§5).
 */
export function readDetails(text: string, client: DetailsClient, types: DetailsTypes): readonly Detail[] {
  const sent = readDetailsJson(text);
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MOST_OBJECTS)
    throw invalidDetails("not an array of 1 to 20 objects");
  return sent.map((value: Json) => detailOf(value, client, types));
}

function detailOf(value: Json, { authorizationDetailsTypes = [] }: DetailsClient, types: DetailsTypes): Detail {
  if (!isObject(value) || typeof value.type !== "string") throw invalidDetails("an entry has no type");
  const type = types.get(value.type);
  // §10: what the client did not register it cannot use.
  if (type === undefined || !authorizationDetailsTypes.includes(value.type))
    throw invalidDetails("a type is unknown or not registered for this client", value.type);
  if (!type.isValid(value)) throw invalidDetails("an object does not follow the schema of its type", value.type);
  return { type, value, resources: resourcesOf(value, type) };
}

// §2.2: `locations` names some of the resource servers of the type. Without it the object is for each of them.
function resourcesOf({ locations }: JsonObject, { type, resources }: DetailsType): readonly string[] {
  if (locations === undefined) return resources;
  const named = Array.isArray(locations) ? locations : [];
  const found = named.map((one: Json) =>
    resources.find((resource) => typeof one === "string" && isSameResource(one, resource)),
  );
  const known = found.filter((one) => one !== undefined);
  if (known.length === 0 || known.length !== found.length)
    throw invalidDetails("locations must name resource servers of the type", type);
  return [...new Set(known)];
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The resource servers that objects are for, each once. A request that names no `resource` is about these. */
export const resourcesOfDetails = (details: readonly Detail[]): readonly string[] => [
  ...new Set(details.flatMap(({ resources }) => resources)),
];

/** §2.2 and §3.2: each object for those of its resource servers that the request names. */
export function detailsForResources(details: readonly Detail[], named: NamedResources | undefined): readonly Detail[] {
  const identifiers = named?.others.map(({ identifier }) => identifier) ?? [];
  return details.map((detail) => {
    const resources = identifiers.filter((one) => detail.resources.some((other) => isSameResource(one, other)));
    if (resources.length === 0)
      throw invalidDetails("a type is not for the resource servers that the request names", detail.type.type);
    return { ...detail, resources };
  });
}

/**
 * A checked request with its details, each for those of its resource servers that the request names. Throws
 * `invalid_authorization_details` if one is for none of them, or if the response has no place for what was granted: the
 * token endpoint returns it (§7).
 */
export function withDetails(request: AuthorizationRequest, details: readonly Detail[]): AuthorizationRequest {
  if (details.length === 0) return request;
  const { wanted, named } = request;
  if (!wanted.code || wanted.token) throw invalidDetails("the response type is not code");
  return { ...request, details: detailsForResources(details, named) };
}

/** The objects by resource server, as an authorization keeps them; undefined if there are none. */
export function detailsByResource(details: readonly Detail[]): GrantedDetails | undefined {
  if (details.length === 0) return undefined;
  const identifiers = [...new Set(details.flatMap(({ resources }) => resources))];
  const valuesFor = (identifier: string) =>
    details.filter(({ resources }) => resources.includes(identifier)).map(({ value }) => value);
  return Object.fromEntries(identifiers.map((identifier) => [identifier, valuesFor(identifier)]));
}

/**
 * The details of a token that a client gets for itself (RFC 6749 §4.4): only of types whose configuration names the
 * client. Throws `invalid_authorization_details`.
 */
export function detailsOfClient(
  details: readonly Detail[],
  { id }: { readonly id: string },
  { identifier }: Pick<Resource, "identifier">,
): readonly JsonObject[] {
  return details.map(({ type, value, resources }) => {
    if (!type.withoutPerson.includes(id)) throw invalidDetails("a type needs a person who grants it", type.type);
    if (!resources.some((one) => isSameResource(one, identifier)))
      throw invalidDetails("a type is not for this resource server", type.type);
    return value;
  });
}
