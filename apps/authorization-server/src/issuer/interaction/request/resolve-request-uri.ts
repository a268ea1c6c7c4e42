import { type Client, invalidRequest, type RequestParameters } from "@countersign/rules";
import type { PushedByClient } from "../../../platform/stores/requests/parked-request.ts";
import type { ParkedRequestStore } from "../../../platform/stores/requests/parked-requests.ts";
import { isOurRequestUri, unknownRequestUri } from "../../../platform/stores/requests/pushed-request.ts";
import type { ArrivedRequest } from "./arrived-request.ts";
import { readStored } from "./how-it-came.ts";

/**
 * RFC 9126 §4: replaces one of our request URIs by the request that it stands for. All other parameters but the
 * `client_id` are ignored (RFC 9101 §6.3). Any other request is unchanged. Throws `invalid_request_uri` if the request
 * URI is unknown, used, expired, belongs to another client, or if another browser began with it.
 *
 * @param browserOf returns the secret of the browser, if it has one; called only for a request URI of ours
 */
export async function resolveRequestUri(
  sent: RequestParameters,
  browserOf: () => string | undefined,
  parkedRequests: Pick<ParkedRequestStore, "resolve">,
): Promise<ArrivedRequest> {
  const requestUri = sent.get("request_uri");
  if (requestUri === undefined || !isOurRequestUri(requestUri)) return { parameters: sent };

  const clientId = sent.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");

  const found = await parkedRequests.resolve(requestUri, "authorization", browserOf());
  const stored = found && readStored(found.parameters);
  // RFC 9126 §2.2, §7.5: the request URI is bound to the client that it was created for.
  if (stored === undefined || stored.parameters.get("client_id") !== clientId) throw unknownRequestUri();
  return { ...stored, requestUri, pushed: found?.pushed };
}

/** RFC 9126 §7.4: a request that was pushed before the client was disabled or got another secret is not accepted. */
export function assertNotEnded(pushed: PushedByClient | undefined, client: Client): void {
  if (pushed !== undefined && pushed.timesEnded !== (client.timesEnded ?? 0)) {
    throw unknownRequestUri("the client was disabled or got another secret");
  }
}
