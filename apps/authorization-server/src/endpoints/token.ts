/** Token endpoint: RFC 6749 §3.2. What is peculiar to one grant is in grants/. */
import { invalidRequest, ProtocolError, refuseRepeated } from "@countersign/rules";
import type { Endpoint } from "@countersign/service";
import { authenticateClient, type ClientAuthenticationDependencies } from "../client-authentication/authenticate.ts";
import type { Dependencies } from "../dependencies.ts";
import type { GrantDependencies, GrantTable } from "../grants/grant.ts";
import { formOf } from "../http/parameters.ts";
import { clientRequest } from "./client-request.ts";

export function token(
  deps: ClientAuthenticationDependencies & GrantDependencies & Pick<Dependencies, "clientUses">,
  grants: GrantTable,
): Endpoint {
  return async (call) => {
    // §3.2: parameters come in the body, none repeated.
    const parameters = await formOf(call);
    refuseRepeated(parameters);

    // §3.2.1: the client authenticates before anything else is looked at.
    const client = await authenticateClient(clientRequest(call, parameters, deps.issuer), deps);

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
