/** The steps that GET and POST of the authorization endpoint share. */
import { type Client, ProtocolError, type RequestParameters, refuseRepeated } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { expiredRequest } from "../../../platform/http/errors.ts";
import { notingRefusals } from "../../../platform/stores/client/noting-refusals.ts";
import { deliverError } from "../answer/deliver-error.ts";
import { type RedirectTarget, trustRedirect } from "../answer/redirect-target.ts";
import type { ArrivedRequest } from "../request/arrived-request.ts";
import { findClient } from "../request/find-client.ts";
import { isUnsigned, refusalOfWay } from "../request/how-it-came.ts";
import { type IntendedRequest, readRequest } from "../request/read-request.ts";
import { resolveRequestObject } from "../request/resolve-request-object.ts";
import { assertNotEnded } from "../request/resolve-request-uri.ts";

/** A request whose client and redirect URI are trusted. Its response may go to that redirect URI. */
export interface TrustedRequest {
  readonly target: RedirectTarget;
  readonly arrived: ArrivedRequest;
  /** Whether it came without a signature. */
  readonly unsigned: boolean;
  /** Set if the request is refused because it was not pushed or not signed. */
  readonly refusal: ProtocolError | undefined;
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
  arrived: ArrivedRequest,
  browserState: string | undefined,
  deps: Dependencies,
  call: Call,
): Promise<TrustedRequest> {
  const client = await findClient(arrived.parameters, call.address, deps);
  const request = { client, parameters: arrived.parameters, endpoint: "authorization" } as const;
  return notingRefusals(request, deps, () => trustRequestOf(client, arrived, browserState, deps, call));
}

async function trustRequestOf(
  client: Client,
  arrived: ArrivedRequest,
  browserState: string | undefined,
  deps: Dependencies,
  call: Call,
): Promise<TrustedRequest> {
  assertNotEnded(arrived.pushed, client);
  const unsigned = isUnsigned(arrived);
  // RFC 9126 §5 and §6: no request object is read or fetched for a request that should have been pushed.
  const refusal = refusalOfWay({ pushed: arrived.pushed, unsigned }, client, deps);
  // OIDC Core §6: the parameters of a request object replace those of the request.
  const parameters = refusal
    ? arrived.parameters
    : await resolveRequestObject(arrived.parameters, client, () => call.address, deps);
  refuseRepeated(parameters, ["redirect_uri"]);
  return {
    arrived: { ...arrived, parameters },
    unsigned,
    target: trustRedirect(client, parameters, browserState, deps),
    refusal,
  };
}

/**
 * Reads a trusted request (RFC 6749 §4.1.1). If the request is invalid, the client receives the error and the function
 * returns nothing.
 *
 * @param isSignedIn whether a person is signed in at this browser; called only where the answer depends on it
 */
export async function readOrRefuse(
  { target, arrived, refusal }: TrustedRequest,
  isSignedIn: () => Promise<boolean>,
  deps: Dependencies,
  call: Call,
): Promise<IntendedRequest | undefined> {
  try {
    const { client } = target;
    const { parameters } = arrived;
    return await notingRefusals({ client, parameters, endpoint: "authorization" }, deps, () => {
      if (refusal !== undefined) throw refusal;
      return readRequest(parameters, client, deps);
    });
  } catch (err) {
    if (!(err instanceof ProtocolError)) throw err;
    await spend(arrived, deps);
    await deliverError({ error: err, target, isSignedIn }, deps, call);
    return undefined;
  }
}

// RFC 9126 §7.3: an error is an answer, too, so the request URI cannot be used after it.
async function spend(
  { requestUri, pushed }: ArrivedRequest,
  { parkedRequests }: Pick<Dependencies, "parkedRequests">,
): Promise<void> {
  if (requestUri === undefined) return;
  if (!(await parkedRequests.spend({ requestUri, pushed }))) throw expiredRequest("completed before");
}
