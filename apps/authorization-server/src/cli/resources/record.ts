import type { ResourceServer } from "../../stores/client/resource-servers.ts";

/** A resource server under the member names of the protocol. */
export const recordOf = (resource: ResourceServer) => ({
  resource: resource.identifier,
  name: resource.name,
  scope: resource.scopes.join(" "),
  access_token_signing_alg: resource.accessTokenSigningAlg,
  access_token_ttl_seconds: resource.accessTokenTtlSeconds,
});
