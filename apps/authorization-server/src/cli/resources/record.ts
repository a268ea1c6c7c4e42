import type { ResourceServer } from "../../stores/client/resource-servers.ts";

/** A resource server in the wire's spelling. */
export const recordOf = (resource: ResourceServer) => ({
  resource: resource.identifier,
  name: resource.name,
  scope: resource.scopes.join(" "),
  access_token_signing_alg: resource.accessTokenSigningAlg,
  access_token_ttl_seconds: resource.accessTokenTtlSeconds,
});
