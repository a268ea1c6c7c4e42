/**
 * Authorization endpoint by POST: OIDC Core §3.1.2.1. The handler neither reads nor sets a cookie, because a cross-site
 * POST carries none. It stores the request and redirects to a GET, where the browser sends its cookies.
 */
import { invalidRequest, type RequestParameters } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { formOf, queryOf } from "../../../platform/http/parameters.ts";
import { isOurRequestUri } from "../../../platform/stores/requests/pushed-request.ts";
import { toStore } from "../request/how-it-came.ts";
import { assertNamedOnce, readOrRefuse, trustRequest } from "./arrive.ts";

export function authorizationPost(deps: Dependencies): Handler {
  return async (call) => {
    const sent = await formOf(call);
    assertNamedOnce(sent);
    // One request must not have two meanings: the form counts, and a request URI beside it does not.
    if (queryOf(call).get("request_uri") !== undefined) throw invalidRequest("request_uri must be in the form");
    const pushed = pushedUri(sent);
    if (pushed !== undefined) return toGet(pushed, deps, call);

    // RFC 6749 §4.1.2.1: the person sees errors of this step.
    const trusted = await trustRequest({ parameters: sent }, undefined, deps, call);

    // The client receives errors of this step. Only a valid request is stored. No session is known here.
    if ((await readOrRefuse(trusted, async () => false, deps, call)) === undefined) return;

    // An error from here on is not the fault of the request. The person sees it, so that no client retries by itself.
    const requestUri = await deps.parkedRequests.push(
      toStore(trusted.arrived.parameters, trusted.unsigned),
      "authorization",
      deps.limits.parking.steps(call.address),
    );
    toGet({ clientId: trusted.target.client.id, requestUri }, deps, call);
  };
}

interface Named {
  readonly clientId: string;
  readonly requestUri: string;
}

// RFC 9126 §4: a request that is stored already. The GET finds and checks it.
function pushedUri(sent: RequestParameters): Named | undefined {
  const requestUri = sent.get("request_uri");
  if (requestUri === undefined || !isOurRequestUri(requestUri)) return undefined;
  const clientId = sent.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");
  return { clientId, requestUri };
}

function toGet({ clientId, requestUri }: Named, { issuer }: Pick<Dependencies, "issuer">, call: Call): void {
  const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri });
  call.redirect(`${pathBelow(issuer, paths.authorization)}?${query}`);
}
