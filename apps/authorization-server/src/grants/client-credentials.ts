/** Client credentials grant: RFC 6749 §4.4. The client receives a token for itself, without a signed-in person. */
import {
  invalidClient,
  isOpenTo,
  isPublicClient,
  isSameResource,
  oneResource,
  ProtocolError,
  type Resource,
  scopesOfClient,
  unknownResource,
} from "@countersign/rules";
import { z } from "zod";
import type { ResourceServerStore } from "../stores/client/resource-servers.ts";
import type { StandingAuthorizationStore } from "../stores/issued/standing-authorizations.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { defineGrant } from "./grant.ts";

interface ClientCredentialsDependencies {
  readonly resources: Pick<ResourceServerStore, "find">;
  /** The audience of tokens if a request names no resource. */
  readonly userinfoResource: Resource;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly tokens: Pick<TokenIssuer, "issue">;
  readonly now: () => Date;
}

export const clientCredentials = defineGrant({
  grantType: "client_credentials",

  params: z.object({ scope: z.string().optional() }),

  async exchange({ params, resources: named, client, sender }, deps: ClientCredentialsDependencies) {
    const { resources, userinfoResource, standingAuthorizations, tokens, now } = deps;
    // §4.4: only confidential clients. Registration allows no other; this check is for a client that changed meanwhile.
    if (isPublicClient(client)) {
      throw new ProtocolError("unauthorized_client", "client may not use this grant_type");
    }

    // RFC 8707 §2: default deny. Only a client that has permissions at a resource may name it.
    const target = oneResource(named) ?? userinfoResource.identifier;
    const resource = await resources.find(target);
    const isOpen = isSameResource(target, userinfoResource.identifier) || (resource && isOpenTo(client, resource));
    if (resource === undefined || !isOpen) throw unknownResource(target);

    const scopes = scopesOfClient(params.scope, { defined: resource.scopes, allowed: client.scopes });

    const at = now();
    // This statement also checks that the client is enabled.
    const authorizationId = await standingAuthorizations.findOrCreate(client.id, at);
    if (authorizationId === undefined) throw invalidClient("disabled meanwhile");

    // §4.4.3: no refresh token. RFC 9068 §2.2: without a resource owner the subject is the client.
    const itself = { clientId: client.id, sub: client.id };
    return tokens.issue({ authorizationId, ...itself, scopes, resource }, sender, at);
  },
});
