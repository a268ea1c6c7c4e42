/** The session iframe of OIDC Session Management §3 and §3.2: clients' pages load it in a frame, and ask its script. */
import { invalidRequest, refuseRepeated } from "@countersign/rules";
import { LOADED_ANYWHERE } from "@countersign/service";
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { FRAMEABLE_PAGE_POLICY } from "../http/headers.ts";
import { queryParameters } from "../http/parameters.ts";
import { paths } from "../paths.ts";

const MAX_AGE_SECONDS = 300;

/** The one page that any site may frame: it shows nothing, and there is nothing on it to press. */
export function checkSession({ views, cookies }: Pick<Dependencies, "views" | "cookies">): RequestHandler {
  const page = views.in([]).checkSession({ cookie: cookies.browserStateName, lookUp: paths.checkSessionClient });

  return (_req, res) => {
    res.removeHeader("x-frame-options");
    res.set({
      ...LOADED_ANYWHERE,
      "content-security-policy": FRAMEABLE_PAGE_POLICY,
      "cache-control": `private, max-age=${MAX_AGE_SECONDS}`,
    });
    res.send(page);
  };
}

/**
 * Whether an origin is one where a client gets its answers: 204 or 404. The frame asks once for each pair, and answers no
 * other page. Nothing here depends on who is signed in.
 */
export function checkSessionClient({ clients }: Pick<Dependencies, "clients">): RequestHandler {
  return async (req, res) => {
    const parameters = queryParameters(req);
    refuseRepeated(parameters);
    const origin = parameters.get("origin");
    if (origin === undefined) throw invalidRequest("origin is missing");

    const client = await clients.find(parameters.get("client_id"));
    const isTheirs = client?.redirectUris.some((uri) => new URL(uri).origin === origin && origin !== "null") === true;
    res
      .set("cache-control", `private, max-age=${MAX_AGE_SECONDS}`)
      .status(isTheirs ? 204 : 404)
      .end();
  };
}
