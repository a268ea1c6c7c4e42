import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { basePathOf, pathBelow, paths } from "../../paths.ts";
import { languagesOf } from "../../platform/http/languages.ts";

/**
 * For paths without a route: a page for people. A program has the wrong address of an endpoint, and is told where all
 * of them are; it could not read the page (RFC 9110 §12.5.1: browsers name HTML when a person follows a link).
 */
export function notFoundPage({ issuer, views }: Pick<Dependencies, "issuer" | "views">): Handler {
  const description = `there is no endpoint at this address: ${issuer}${paths.openidConfiguration} names all of them`;
  return (call) => {
    const shown = { reference: call.requestId, here: ownPath(call, issuer) };
    if (isForPerson(call)) call.page(views.in(languagesOf(call.req)).notFound(shown), {}, 404);
    else call.json({ error: "not_found", error_description: description, reference: call.requestId }, NO_STORE, 404);
  };
}

const ownPath = ({ path }: Call, issuer: string) =>
  path.startsWith(pathBelow(issuer, "/")) ? path.slice(basePathOf(issuer).length) : undefined;

const NO_STORE = { "cache-control": "no-store" };

/** A request that says nothing of what it takes is a link, unless it sends something. */
const isForPerson = ({ req: { headers, method } }: Call) =>
  headers.accept === undefined ? method === "GET" || method === "HEAD" : headers.accept.includes("text/html");
