/**
 * Authorization endpoint by POST: OIDC Core §3.1.2.1. It neither reads nor sets a cookie, as a POST from another site
 * carries none: the request is held, and a GET goes on with it, where the browser is known.
 */
import { ProtocolError } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { formOf } from "../http/parameters.ts";
import { pathBelow, paths } from "../paths.ts";
import { deliverError } from "./answer/deliver-error.ts";
import { readAuthorizationRequest } from "./request/read-request.ts";
import { resolveRequestObject } from "./request/resolve-request-object.ts";
import { trustClient } from "./request/trust-client.ts";

export function authorizationPost(deps: Dependencies): Handler {
  return async (call) => {
    // OIDC Core §6: what a request object holds takes its place in the request.
    const parameters = await resolveRequestObject(await formOf(call), () => call.address, deps);

    // RFC 6749 §4.1.2.1: what is wrong here is shown.
    const trusted = await trustClient(parameters, deps, undefined);
    try {
      // What is wrong here goes to the client. Only a request that can go on is held.
      await readAuthorizationRequest(parameters, trusted.client, deps);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      // Nobody's session is known here.
      return deliverError({ error: err, trusted, parameters, isSignedIn: async () => false }, deps, call);
    }

    // What stands in the way now is no fault of the request: it is shown, so that no client tries again by itself.
    const requestUri = await deps.parkedRequests.push(
      [...parameters.entries()],
      "authorization",
      deps.limits.parking.steps(call.address),
    );
    const query = new URLSearchParams({ client_id: trusted.client.id, request_uri: requestUri });
    call.redirect(`${pathBelow(deps.issuer, paths.authorization)}?${query}`);
  };
}
