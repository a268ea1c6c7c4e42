import { type Client, invalidRequest, ProtocolError, type RequestParameters, readParameters } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import type { SentRequest } from "../../../platform/stores/requests/parked-request.ts";
import { trustRedirect } from "../answer/redirect-target.ts";
import { isUnsigned, refusalOfUnsignedBy, toStore } from "../request/how-it-came.ts";
import { readRequest } from "../request/read-request.ts";
import { resolveRequestObject } from "../request/resolve-request-object.ts";

/** The credentials of the client. They are not part of the request, and must not be stored with it. */
const CREDENTIALS = ["client_secret", "client_assertion", "client_assertion_type"];

/**
 * RFC 9126 §2.1: reads a request that an authenticated client pushed, and checks it as the authorization endpoint does.
 * Throws the errors that the authorization endpoint would answer with (§2.3).
 *
 * @returns what to store, for the thumbprint of the key whose proof came with the request, if one did
 */
export async function readPushedRequest(
  sent: RequestParameters,
  client: Client,
  deps: Dependencies,
  call: Call,
): Promise<(key: string | undefined) => SentRequest["parameters"]> {
  if (sent.get("request_uri") !== undefined) throw invalidRequest("request_uri must not be pushed");
  const unsigned = isUnsigned({ parameters: sent });
  const refusal = refusalOfUnsignedBy(client, unsigned, deps);
  if (refusal !== undefined) throw refusal;

  const parameters = await resolveRequestObject(requestIn(sent, client.id), client, () => call.address, deps);
  // §2.4 is optional, and not used: as at the authorization endpoint, the redirect URI must be registered.
  trustRedirect(client, parameters, undefined, deps);
  await readRequest(parameters, client, deps);
  // §8: only the store has the parameters. Addresses, cookies and forms have a random handle.
  return (key) => toStore(boundTo(key, parameters), unsigned);
}

/** RFC 9449 §10.1: the code of the request needs the key of the proof that came with it. */
function boundTo(key: string | undefined, parameters: RequestParameters): RequestParameters {
  if (key === undefined) return parameters;

  const named = parameters.get("dpop_jkt");
  if (named === undefined) return readParameters([["dpop_jkt", key], ...parameters.entries()]);
  if (named !== key) throw new ProtocolError("invalid_dpop_proof", "dpop_jkt is another key");
  return parameters;
}

// §3: beside a request object only the client counts, regardless of its profile.
function requestIn(sent: RequestParameters, clientId: string): RequestParameters {
  const request = sent.get("request");
  const others = [...sent.entries()].filter(([name]) => name !== "client_id" && !CREDENTIALS.includes(name));
  const pairs: readonly [string, string][] = request === undefined ? others : [["request", request]];
  return readParameters([["client_id", clientId], ...pairs]);
}
