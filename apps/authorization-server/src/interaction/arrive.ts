/** The steps that GET and POST of the authorization endpoint share. */
import { ProtocolError, type RequestParameters, refuseRepeated } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { deliverError } from "./answer/deliver-error.ts";
import { type RedirectTarget, trustRedirect } from "./answer/redirect-target.ts";
import { findClient } from "./request/find-client.ts";
import { type IntendedRequest, readRequest } from "./request/read-request.ts";
import { resolveRequestObject } from "./request/resolve-request-object.ts";

/** A request whose client and redirect URI are trusted. Its response may go to that redirect URI. */
export interface TrustedRequest {
  readonly target: RedirectTarget;
  readonly parameters: RequestParameters;
}

/**
 * These parameters identify the client or hold the rest of the request. If one is repeated, the person sees the error.
 */
const NAMING = ["client_id", "request", "request_uri"];

export const assertNamedOnce = (sent: RequestParameters) => refuseRepeated(sent, NAMING);

/**
 * RFC 6749 §4.1.2.1: until the client and its redirect URI are verified, errors are shown to the person. Every error
 * that this function throws is shown, and the function never redirects.
 */
export async function trustRequest(
  sent: RequestParameters,
  browserState: string | undefined,
  deps: Dependencies,
  call: Call,
): Promise<TrustedRequest> {
  const client = await findClient(sent, deps);
  // OIDC Core §6: the parameters of a request object replace those of the request.
  const parameters = await resolveRequestObject(sent, client, () => call.address, deps);
  refuseRepeated(parameters, ["redirect_uri"]);
  return { parameters, target: trustRedirect(client, parameters, { issuer: deps.issuer, browserState }) };
}

/**
 * Reads a trusted request (RFC 6749 §4.1.1). If the request is invalid, the client receives the error and the function
 * returns nothing.
 *
 * @param isSignedIn whether a person is signed in at this browser; called only where the answer depends on it
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
