import {
  type AuthorizationRequest,
  authorizationParams,
  type Client,
  checkAuthorizationRequest,
  type RequestParameters,
  type Resource,
  refuseRepeated,
  refuseUnsupported,
  takeParameters,
} from "@countersign/rules";

/** RFC 6749 §4.1.1, OIDC Core §3.1.2.1: reads and checks what is asked for. What it throws goes to the client. */
export function readAuthorizationRequest(
  parameters: RequestParameters,
  client: Client,
  resource: Resource,
): AuthorizationRequest {
  refuseRepeated(parameters);
  refuseUnsupported(parameters);

  return checkAuthorizationRequest(takeParameters(authorizationParams, parameters), client, resource);
}
