import type { ClientMembers } from "../client.ts";
import { responseAlg } from "../keys/response-alg.ts";
import { requiresBoundTokens, requiresPushedRequests } from "../profile.ts";

/**
 * Members that hold for a client by its profile, not its registration: RFC 7591 §3.2.1 returns what the server itself
 * provisioned. A value that the standards give as the default needs no mention.
 */
export function provisionedMembers(client: ClientMembers): Readonly<Record<string, unknown>> {
  if (client.profile !== "fapi2") return {};
  const isAnswered = client.responseTypes.length > 0;
  return {
    require_pushed_authorization_requests: requiresPushedRequests(client),
    ...(requiresBoundTokens(client) && { dpop_bound_access_tokens: true }),
    ...(isAnswered && {
      authorization_signed_response_alg: responseAlg(client.profile, client.authorizationSignedResponseAlg),
    }),
  };
}
