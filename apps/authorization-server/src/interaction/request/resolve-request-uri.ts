import { invalidRequest, ProtocolError, type RequestParameters, readParameters } from "@countersign/rules";
import { isOurRequestUri, type ParkedRequestStore } from "../../stores/parked-requests.ts";

export interface ResolvedRequest {
  readonly parameters: RequestParameters;
  readonly requestUri: string | undefined;
}

/**
 * RFC 9126 §4: replaces one of our request URIs by the request that it stands for. Any other request is unchanged.
 * Throws `invalid_request_uri` if the request URI is unknown, used, expired or belongs to another client.
 */
export async function resolveRequestUri(
  sent: RequestParameters,
  parkedRequests: Pick<ParkedRequestStore, "resolve">,
): Promise<ResolvedRequest> {
  const requestUri = sent.get("request_uri");
  if (requestUri === undefined || !isOurRequestUri(requestUri)) return { parameters: sent, requestUri: undefined };

  const clientId = sent.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");

  const held = await parkedRequests.resolve(requestUri, "authorization");
  const parameters = held === undefined ? undefined : readParameters(held.map(([name, value]) => [name, value]));
  // RFC 9126 §2.2: the request URI is bound to the client that it was created for.
  if (parameters === undefined || parameters.get("client_id") !== clientId) {
    throw new ProtocolError("invalid_request_uri", "request_uri is unknown or expired");
  }
  return { parameters, requestUri };
}
