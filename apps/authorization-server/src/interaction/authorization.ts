/** Authorization endpoint: RFC 6749 §3.1 and §4.1, OIDC Core §3.1.2. POST is in authorization-post.ts. */
import { ProtocolError } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { queryOf } from "../http/parameters.ts";
import { deliverError } from "./answer/deliver-error.ts";
import { type Decision, decide, hasSession, proceed } from "./proceed.ts";
import { readAuthorizationRequest } from "./request/read-request.ts";
import { resolveRequestObject } from "./request/resolve-request-object.ts";
import { resolveRequestUri } from "./request/resolve-request-uri.ts";
import { trustClient } from "./request/trust-client.ts";

export function authorization(deps: Dependencies): Handler {
  return async (call) => {
    // RFC 9126 §4: a request URI of ours stands for a request that we already hold.
    const { parameters: sent, requestUri } = await resolveRequestUri(queryOf(call), deps.parkedRequests);
    // OIDC Core §6: what a request object holds takes its place in the request.
    const parameters = await resolveRequestObject(sent, () => call.address, deps);

    // RFC 6749 §4.1.2.1: until the client and its redirect URI are known to be
    // real, an error is shown to the user. Nothing in this line redirects.
    const trusted = await trustClient(parameters, deps, deps.cookies.browserState(call.req));

    // From here what is wrong with the request goes to the client.
    let decision: Decision;
    try {
      // §4.1.1: is the request one that this client may make?
      const request = await readAuthorizationRequest(parameters, trusted.client, deps);

      // OIDC Core §3.1.2.3 and §3.1.2.4: who is the user, and did they agree?
      const parked = { kind: "redirect", parameters: [...parameters.entries()], answers: {}, requestUri } as const;
      decision = await decide({ ...trusted, request, parked, handle: undefined }, deps, call.req);
    } catch (err) {
      if (!(err instanceof ProtocolError)) throw err;
      const isSignedIn = () => hasSession(trusted, deps, call.req);
      return deliverError({ error: err, trusted, parameters, isSignedIn }, deps, call);
    }

    // Then a page, or the code.
    await proceed(decision, deps, call);
  };
}
