/**
 * Authorization endpoint by POST: OIDC Core §3.1.2.1. The handler neither reads nor sets a cookie, because a cross-site
 * POST carries none. It stores the request and redirects to a GET, where the browser sends its cookies.
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

    // RFC 6749 §4.1.2.1: the person sees errors of this step.
    const trusted = await trustRequest(sent, undefined, deps, call);

    // The client receives errors of this step. Only a valid request is stored. No session is known here.
    if ((await readOrRefuse(trusted, async () => false, deps, call)) === undefined) return;

    // An error from here on is not the fault of the request. The person sees it, so that no client retries by itself.
    const requestUri = await deps.parkedRequests.push(
      [...trusted.parameters.entries()],
      "authorization",
      deps.limits.parking.steps(call.address),
    );
    const query = new URLSearchParams({ client_id: trusted.target.client.id, request_uri: requestUri });
    call.redirect(`${pathBelow(deps.issuer, paths.authorization)}?${query}`);
  };
}
