/** Authorization endpoint: RFC 6749 §3.1 and §4.1, OIDC Core §3.1.2. POST is in authorization-post.ts. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { redirectInteraction } from "../answer/redirect.ts";
import { proceed } from "../next.ts";
import { toStore } from "../request/how-it-came.ts";
import { resolveRequestUri } from "../request/resolve-request-uri.ts";
import { hasSession } from "../session.ts";
import { assertNamedOnce, readOrRefuse, trustRequest } from "./arrive.ts";

export function authorization(deps: Dependencies): Handler {
  return async (call) => {
    const query = queryOf(call);
    assertNamedOnce(query);
    // RFC 9126 §4: a request URI that we issued is enough: it names a request that we already store.
    const sent = await resolveRequestUri(query, () => deps.cookies.browser(call.req), deps.parkedRequests);

    // RFC 6749 §4.1.2.1: until the client and its redirect URI are verified, an error is shown to the person. This step
    // never redirects.
    const trusted = await trustRequest(sent, deps.cookies.browserState(call.req), deps, call);

    // §4.1.1: checks whether this client may make this request. From here on, errors go to the client.
    const { target, arrived, unsigned } = trusted;
    const request = await readOrRefuse(trusted, () => hasSession(target.client, deps, call.req), deps, call);
    if (request === undefined) return;

    // OIDC Core §3.1.2.3 and §3.1.2.4: authenticates the person and obtains consent. The result is a page or the
    // response.
    const { parameters, requestUri, pushed } = arrived;
    const received = { requestUri, pushed, parameters: () => toStore(parameters, unsigned) };
    const interaction = redirectInteraction(target, request, received);
    await proceed(interaction, deps, call);
  };
}
