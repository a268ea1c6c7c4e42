/** What GET and POST of the authorization endpoint have in common. */
import { ProtocolError, type RequestParameters, refuseRepeated } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { deliverError } from "./answer/deliver-error.ts";
import { type RedirectTarget, trustRedirect } from "./answer/redirect-target.ts";
import { findClient } from "./request/find-client.ts";
import { type IntendedRequest, readRequest } from "./request/read-request.ts";
import { resolveRequestObject } from "./request/resolve-request-object.ts";

/** A request of a client that may be answered at its redirect URI. */
export interface TrustedRequest {
  readonly target: RedirectTarget;
  readonly parameters: RequestParameters;
}

/** Names that say whose request it is, and where the rest of it stands: repeated, they are shown to the person. */
const NAMING = ["client_id", "request", "request_uri"];

export const assertNamedOnce = (sent: RequestParameters) => refuseRepeated(sent, NAMING);

/**
 * RFC 6749 §4.1.2.1: until the client and its redirect URI are known to be real, an error is shown to the person. All
 * that this throws is, and nothing here redirects.
 */
export async function trustRequest(
  sent: RequestParameters,
  browserState: string | undefined,
  deps: Dependencies,
  call: Call,
): Promise<TrustedRequest> {
  const client = await findClient(sent, deps);
  // OIDC Core §6: what a request object holds takes its place in the request.
  const parameters = await resolveRequestObject(sent, client, () => call.address, deps);
  refuseRepeated(parameters, ["redirect_uri"]);
  return { parameters, target: trustRedirect(client, parameters, { issuer: deps.issuer, browserState }) };
}

/**
 * Reads a trusted request (RFC 6749 §4.1.1). What is wrong with it goes to the client, and there is nothing to go on
 * with.
 *
 * @param isSignedIn whether somebody is signed in at this browser; asked only where it counts
 */
export async function readOrRefuse(
  { target, parameters }: TrustedRequest,
  isSignedIn: () => Promise<boolean>,
  deps: Dependencies,
  call: Call,
): Promise<IntendedRequest | undefined> {
  try {
    return await readRequest(parameters, target.client, deps);
  } catch (err) {
    if (!(err instanceof ProtocolError)) throw err;
    await deliverError({ error: err, target, isSignedIn }, deps, call);
    return undefined;
  }
}
