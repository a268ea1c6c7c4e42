import {
  type Client,
  type Detail,
  MOST_RESOURCES,
  type NamedResources,
  namedResources,
  parseScope,
  resourceOfScopes,
  resourcesOfDetails,
  scopesElsewhere,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";

/** What decides the resource servers of an authorization request. */
interface Asking {
  /** The values of its parameter `resource`. */
  readonly sent: readonly string[];
  readonly scope: string | undefined;
  readonly details: readonly Detail[];
}

/**
 * The resource servers that an authorization request is about; undefined if it is only about /userinfo. They are those
 * of its parameter `resource` (RFC 8707 §2.1). Without it they are those of its authorization details (RFC 9396 §2.2),
 * and the one that follows from its scopes (RFC 9068 §3), plus /userinfo in a request of OpenID Connect. Nothing is
 * looked up for a request with none of these.
 */
export async function requestedResources(
  { sent, scope, details }: Asking,
  client: Client,
  { resources, userinfoResource }: Pick<Dependencies, "resources" | "userinfoResource">,
): Promise<NamedResources | undefined> {
  const named = async (identifiers: readonly string[]) => {
    const known = identifiers.length === 0 ? [] : await resources.findAll(identifiers.slice(0, MOST_RESOURCES));
    return namedResources(identifiers, client, userinfoResource, known);
  };
  if (sent.length > 0) return named(sent);

  const ofDetails = (await named(resourcesOfDetails(details)))?.others ?? [];
  const scopes = parseScope(scope);
  const elsewhere = scopesElsewhere(scopes, client, userinfoResource).filter(
    (one) => !ofDetails.some((other) => other.scopes.includes(one)),
  );
  const found =
    elsewhere.length === 0 ? undefined : resourceOfScopes(elsewhere, await resources.findByScopes(elsewhere));
  const others = found === undefined ? ofDetails : [...ofDetails, found];
  return others.length === 0 ? undefined : { userinfo: scopes.includes("openid"), others };
}
