/** Token endpoint: RFC 6749 §3.2. What is peculiar to one grant is in grants/. */
import { invalidRequest, isPublicClient, ProtocolError, refuseRepeated, tooManyRequests } from "@countersign/rules";
import type { Call, Endpoint } from "@countersign/service";
import { authenticateClient, type ClientAuthenticationDependencies } from "../client-authentication/authenticate.ts";
import type { Dependencies } from "../dependencies.ts";
import type { GrantDependencies, GrantTable } from "../grants/grant.ts";
import { sourceOfAddress } from "../http/address.ts";
import { formOf } from "../http/parameters.ts";
import { clientRequest } from "./client-request.ts";

type TokenDependencies = ClientAuthenticationDependencies &
  GrantDependencies &
  Pick<Dependencies, "clientUses" | "limits">;

/** What a refused request counts for: who only ever is refused has no business here. */
const REFUSED_POINTS = 20;

export function token(deps: TokenDependencies, grants: GrantTable): Endpoint {
  const answer = answerOf(deps, grants);
  return async (call) => {
    const source = sourceOfAddress(call.address);
    assertWithin(deps.limits.tokenRequestsPerSource.count(source));
    try {
      await answer(call);
    } catch (err) {
      // An outage is not the client's doing.
      if (err instanceof ProtocolError) deps.limits.tokenRequestsPerSource.count(source, REFUSED_POINTS);
      throw err;
    }
  };
}

function answerOf(deps: TokenDependencies, grants: GrantTable): (call: Call) => Promise<void> {
  return async (call) => {
    // §3.2: parameters come in the body, none repeated.
    const parameters = await formOf(call);
    refuseRepeated(parameters);

    // §3.2.1: the client authenticates before anything else is looked at.
    const client = await authenticateClient(clientRequest(call, parameters, deps.issuer), deps);

    // Anybody can send the name of a public client, and must not use up what its other users may do.
    if (!isPublicClient(client)) assertWithin(deps.limits.tokenRequestsPerClient.count(client.id));

    // §5.2: the grant type must be one we know, and one this client may use.
    const grantType = parameters.get("grant_type");
    if (grantType === undefined) throw invalidRequest("grant_type is missing");
    const grant = grants.get(grantType);
    if (grant === undefined) throw new ProtocolError("unsupported_grant_type", "grant_type is not supported");
    if (!client.grantTypes.includes(grantType)) {
      throw new ProtocolError("unauthorized_client", "client may not use this grant_type");
    }

    const response = await grant.exchange(parameters, { client, address: call.address }, deps);

    deps.clientUses.note(client, deps.now());

    // §5.1: tokens are never cached.
    call.json(response, { "cache-control": "no-store", pragma: "no-cache" });
  };
}

function assertWithin(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}
