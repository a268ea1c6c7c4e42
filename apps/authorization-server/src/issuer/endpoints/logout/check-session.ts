/**
 * The session iframe of OIDC Session Management §3 and §3.2. Pages of clients load it in a frame and query its script.
 */
import { invalidRequest, refuseRepeated, whenNeeded } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";

const MAX_AGE_SECONDS = 300;

/** The only page that any site may frame. It shows nothing and has no controls. */
export function checkSession({ views, cookies }: Pick<Dependencies, "views" | "cookies">): Handler {
  const model = { cookie: cookies.browserStateName, lookUp: paths.checkSessionClient };
  const page = whenNeeded(() => views.in([]).checkSession(model));

  return (call) => call.page(page(), { "cache-control": `private, max-age=${MAX_AGE_SECONDS}` });
}

/**
 * Whether an origin belongs to a redirect URI of a client: 204 or 404. The frame asks once for each pair, and answers
 * no other page. The response does not depend on who is signed in.
 */
export function checkSessionClient({ clients }: Pick<Dependencies, "clients">): Handler {
  return async (call) => {
    const parameters = queryOf(call);
    refuseRepeated(parameters);
    const origin = parameters.get("origin");
    if (origin === undefined) throw invalidRequest("origin is missing");

    const client = await clients.find(parameters.get("client_id"));
    const isTheirs = client?.redirectUris.some((uri) => new URL(uri).origin === origin && origin !== "null") === true;
    call.end(isTheirs ? 204 : 404, { "cache-control": `private, max-age=${MAX_AGE_SECONDS}` });
  };
}
