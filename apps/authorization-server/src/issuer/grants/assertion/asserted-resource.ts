/** The resource server that an assertion gives a token for: RFC 8707 §2.2. */
import {
  type Client,
  invalidTarget,
  isOpenTo,
  isSameResource,
  oneResource,
  parseScope,
  resourceOfScopes,
  unknownResource,
} from "@countersign/rules";
import type { ResourceServer, ResourceServerStore } from "../../../platform/stores/client/resource-servers.ts";
import type { TrustedIssuer } from "../../../platform/stores/client/trusted-issuers.ts";

export interface AssertedResourceDependencies {
  readonly resources: Pick<ResourceServerStore, "find" | "findAll">;
}

interface Asked {
  readonly issuer: Pick<TrustedIssuer, "resources">;
  /** What the request names. */
  readonly named: readonly string[];
  readonly scope: string | undefined;
  readonly client: Client;
}

/**
 * The one that the request names, the only one of the trusted issuer, or the one that has the scopes. Throws
 * `invalid_target` if there is no such one, if it is disabled, or if it is not open to the client.
 */
export async function assertedResource(
  { issuer, named, scope, client }: Asked,
  { resources }: AssertedResourceDependencies,
): Promise<ResourceServer> {
  const known = await resources.findAll(issuer.resources);
  const one = oneResource(named);
  const found =
    one === undefined ? byScope(known, scope) : known.find(({ identifier }) => isSameResource(one, identifier));
  if (found === undefined || !isOpenTo(client, found)) throw unknownResource(one ?? found?.identifier);
  return found;
}

function byScope(known: readonly ResourceServer[], scope: string | undefined): ResourceServer | undefined {
  if (known.length < 2) return known[0];
  const found = resourceOfScopes(parseScope(scope), known);
  if (found === undefined) throw invalidTarget("resource must name one resource server of the trusted issuer");
  return found;
}
