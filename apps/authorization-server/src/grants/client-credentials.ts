/** Client credentials grant: RFC 6749 §4.4. What a client gets for itself, with nobody signed in. */
import {
  type Client,
  invalidClient,
  isPublicClient,
  ProtocolError,
  type Resource,
  scopesOfClient,
} from "@countersign/rules";
import { z } from "zod";
import type { ResourceServerStore } from "../stores/client/resource-servers.ts";
import type { StandingAuthorizationStore } from "../stores/issued/standing-authorizations.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { defineGrant } from "./grant.ts";

interface ClientCredentialsDependencies {
  readonly resources: Pick<ResourceServerStore, "find">;
  /** Who tokens are for if a request names no resource. */
  readonly userinfoResource: Resource;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly tokens: Pick<TokenIssuer, "issue">;
  readonly now: () => Date;
}

export const clientCredentials = defineGrant({
  grantType: "client_credentials",

  params: z.object({ scope: z.string().optional(), resource: z.string().optional() }),

  async exchange({ params, client, sender }, deps: ClientCredentialsDependencies) {
    const { resources, userinfoResource, standingAuthorizations, tokens, now } = deps;
    // §4.4: only who proved who it is. Registration makes no other client; this holds for one that changed meanwhile.
    if (isPublicClient(client)) {
      throw new ProtocolError("unauthorized_client", "client may not use this grant_type");
    }

    // RFC 8707 §2: default deny. One that was named is for clients that are allowed something there.
    const resource = await resources.find(params.resource ?? userinfoResource.identifier);
    if (resource === undefined || !isOpenTo(client, resource, userinfoResource)) {
      throw new ProtocolError("invalid_target", "resource is unknown", params.resource);
    }

    const scopes = scopesOfClient(params.scope, { defined: resource.scopes, allowed: client.scopes });

    const at = now();
    // Whether the client is enabled rides in this statement.
    const authorizationId = await standingAuthorizations.findOrCreate(client.id, at);
    if (authorizationId === undefined) throw invalidClient("disabled meanwhile");

    // §4.4.3: no refresh token.
    // RFC 9068 §2.2: without a resource owner the subject is the client.
    const itself = { clientId: client.id, sub: client.id };
    return tokens.issue({ authorizationId, ...itself, scopes, resource }, sender, at);
  },
});

const isOpenTo = (client: Client, { identifier, scopes }: Resource, userinfoResource: Resource) =>
  identifier === userinfoResource.identifier || scopes.some((scope) => client.scopes.includes(scope));
