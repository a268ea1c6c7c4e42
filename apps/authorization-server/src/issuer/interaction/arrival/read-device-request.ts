/** Reads a device authorization request: RFC 8628 §3.1. */
import {
  assertReachable,
  type Client,
  checkDeviceRequest,
  type DeviceRequest,
  demandsOf,
  deviceParams,
  type RequestParameters,
  readDetails,
  readParameters,
  takeParameters,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import { requestedResources } from "../request/requested-resources.ts";

type Reading = Pick<
  Dependencies,
  "userinfoResource" | "resources" | "detailsTypes" | "tokens" | "levels" | "requiredAcr"
>;

/** What a request asks for. The credentials of its client are not stored with it, and neither is what is ignored. */
const ASKING: readonly string[] = [...Object.keys(deviceParams.shape), "resource"];

/** The part of a request that is stored, with its client. */
export function storedParameters(sent: RequestParameters, clientId: string): RequestParameters {
  const asking = [...sent.entries()].filter(([name]) => ASKING.includes(name));
  return readParameters([["client_id", clientId], ...asking]);
}

/**
 * Reads a request and checks it against the current state of its client: when it arrives, and when a person sees it.
 * Throws the errors that the client is answered.
 */
export async function readDeviceRequest(
  parameters: RequestParameters,
  client: Client,
  deps: Reading,
): Promise<DeviceRequest> {
  const { userinfoResource: resource, detailsTypes, requiredAcr, levels } = deps;
  const params = takeParameters(deviceParams, parameters);
  const { authorization_details: sent } = params;
  const details = sent === undefined ? [] : readDetails(sent, client, detailsTypes);
  const named = await requestedResources({ sent: parameters.resources, scope: params.scope, details }, client, deps);
  const request = checkDeviceRequest(params, client, { resource, named, details });

  // This is checked now. Otherwise a person could decide about a response that cannot be delivered to the client.
  if (request.scopes.includes("openid")) await deps.tokens.assertDeliverable(client);
  assertReachable(levels, demandsOf({ request, required: { deployment: requiredAcr, client: client.requiredAcr } }));
  return request;
}
