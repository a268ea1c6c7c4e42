/**
 * Authorization endpoint by POST: OIDC Core §3.1.2.1. It neither reads nor sets a cookie, as a POST from another site
 * carries none: the request is held, and a GET goes on with it, where the browser is known.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { formOf } from "../http/parameters.ts";
import { pathBelow, paths } from "../paths.ts";
import { assertNamedOnce, readOrRefuse, trustRequest } from "./arrive.ts";

export function authorizationPost(deps: Dependencies): Handler {
  return async (call) => {
    const sent = await formOf(call);
    assertNamedOnce(sent);

    // RFC 6749 §4.1.2.1: what is wrong here is shown.
    const trusted = await trustRequest(sent, undefined, deps, call);

    // What is wrong here goes to the client. Only a request that can go on is held. Nobody's session is known here.
    if ((await readOrRefuse(trusted, async () => false, deps, call)) === undefined) return;

    // What stands in the way now is no fault of the request: it is shown, so that no client tries again by itself.
    const requestUri = await deps.parkedRequests.push(
      [...trusted.parameters.entries()],
      "authorization",
      deps.limits.parking.steps(call.address),
    );
    const query = new URLSearchParams({ client_id: trusted.target.client.id, request_uri: requestUri });
    call.redirect(`${pathBelow(deps.issuer, paths.authorization)}?${query}`);
  };
}
