/** Client credentials grant: RFC 6749 §4.4. The client receives a token for itself, without a signed-in person. */
import {
  type Client,
  type DetailsTypes,
  detailsOfClient,
  invalidClient,
  isOpenTo,
  isPublicClient,
  isSameResource,
  oneResource,
  ProtocolError,
  parseScope,
  type Resource,
  resourceOfScopes,
  resourcesOfDetails,
  scopesElsewhere,
  scopesOfClient,
  scopesWithRoles,
  unknownResource,
} from "@countersign/rules";
import { z } from "zod";
import type { ResourceServerStore } from "../../platform/stores/client/resource-servers.ts";
import type { StandingAuthorizationStore } from "../../platform/stores/issued/standing-authorizations.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { askedDetails } from "./asked-details.ts";
import { defineGrant } from "./grant.ts";

interface ClientCredentialsDependencies {
  readonly resources: Pick<ResourceServerStore, "find" | "findByScopes">;
  /** The audience of tokens if a request names no resource, and none follows from its scopes. */
  readonly userinfoResource: Resource;
  readonly detailsTypes: DetailsTypes;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly tokens: Pick<TokenIssuer, "issue">;
  readonly now: () => Date;
}

export const clientCredentials = defineGrant({
  grantType: "client_credentials",

  params: z.object({ scope: z.string().optional(), authorization_details: z.string().optional() }),

  async exchange({ params, resources: named, client, sender }, deps: ClientCredentialsDependencies) {
    const { resources, userinfoResource, standingAuthorizations, tokens, now } = deps;
    // §4.4: only confidential clients. Registration allows no other; this check is for a client that changed in the
    // meantime.
    if (isPublicClient(client)) {
      throw new ProtocolError("unauthorized_client", "client may not use this grant_type");
    }

    // RFC 8707 §2: default deny. Only a client that has permissions at a resource may name it.
    const asked = askedDetails(params, client, deps) ?? [];
    // RFC 6749 §3.3: the default is the scopes that an operator gave the client. A request with details has no default.
    const isOfDetails = params.scope === undefined && asked.length > 0;
    const wanted = params.scope === undefined && !isOfDetails ? client.scopes : parseScope(params.scope);
    const target =
      oneResource(named.length > 0 ? named : resourcesOfDetails(asked)) ??
      (await resourceByScopes(wanted, client, deps)) ??
      userinfoResource.identifier;
    const resource = await resources.find(target);
    const isUserinfo = isSameResource(target, userinfoResource.identifier);
    const isOpen = isUserinfo || (resource && isOpenTo(client, resource));
    if (resource === undefined || !isOpen) throw unknownResource(target);

    // A scope by role is for people: a client has no role, and all scopes of /userinfo are about people.
    const defined = isUserinfo ? [] : scopesWithRoles(resource.scopes, resource, []);
    const scopes = isOfDetails ? [] : scopesOfClient(params.scope, { defined, allowed: client.scopes });

    // RFC 9396 §6: no person sees these details, so the configuration of their type names the client.
    const details = detailsOfClient(asked, client, resource);

    const at = now();
    // This statement also checks that the client is enabled.
    const authorizationId = await standingAuthorizations.findOrCreate(client.id, at);
    if (authorizationId === undefined) throw invalidClient("disabled meanwhile");

    // §4.4.3: no refresh token. RFC 9068 §2.2: without a resource owner the subject is the client.
    const itself = { clientId: client.id, sub: client.id };
    return tokens.issue({ authorizationId, ...itself, scopes, resource, details }, sender, at);
  },
});

/** RFC 9068 §3: the resource server that has the scopes. What the client may not ask for is refused later. */
async function resourceByScopes(
  sent: readonly string[],
  client: Client,
  { resources, userinfoResource }: Pick<ClientCredentialsDependencies, "resources" | "userinfoResource">,
): Promise<string | undefined> {
  const scopes = scopesElsewhere(sent, client, userinfoResource);
  if (scopes.length === 0) return undefined;
  return resourceOfScopes(scopes, await resources.findByScopes(scopes))?.identifier;
}
