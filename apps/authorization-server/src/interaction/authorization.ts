/** Authorization endpoint: RFC 6749 §3.1 and §4.1, OIDC Core §3.1.2. POST is in authorization-post.ts. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { queryOf } from "../http/parameters.ts";
import { redirectInteraction } from "./answer/redirect.ts";
import { assertNamedOnce, readOrRefuse, trustRequest } from "./arrive.ts";
import { proceed } from "./next.ts";
import { resolveRequestUri } from "./request/resolve-request-uri.ts";
import { hasSession } from "./session.ts";

export function authorization(deps: Dependencies): Handler {
  return async (call) => {
    const query = queryOf(call);
    assertNamedOnce(query);
    // RFC 9126 §4: a request URI of ours stands for a request that we already hold.
    const { parameters: sent, requestUri } = await resolveRequestUri(query, deps.parkedRequests);

    // RFC 6749 §4.1.2.1: until the client and its redirect URI are known to be
    // real, an error is shown to the user. Nothing in this line redirects.
    const trusted = await trustRequest(sent, deps.cookies.browserState(call.req), deps, call);

    // §4.1.1: is the request one that this client may make? From here what is wrong with it goes to the client.
    const { target, parameters } = trusted;
    const request = await readOrRefuse(trusted, () => hasSession(target.client, deps, call.req), deps, call);
    if (request === undefined) return;

    // OIDC Core §3.1.2.3 and §3.1.2.4: who is the user, and did they agree? Then a page, or the code.
    const interaction = redirectInteraction(target, request, { parameters: [...parameters.entries()], requestUri });
    await proceed(interaction, deps, call);
  };
}
