/** The guard for handlers of Web requests: Deno, Bun, workers, and every framework that stands on `fetch`. */
import type { Access } from "../access.ts";
import type { Answer } from "../answer.ts";
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import type { GuardRequest } from "../request.ts";
import { isPreflight, keepAccess, NO_PERMISSION } from "./adapter.ts";

export { accessOf } from "./adapter.ts";

/** The guard's view of a request. Its parser has joined the values of equal headers: two tokens count as none then. */
export function webRequest(request: Request, native: unknown = request): GuardRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: `${pathname}${search}`,
    values: (name) => [request.headers.get(name) ?? []].flat(),
    native,
  };
}

/** An answer of the guard as a response. */
export function response({ status, headers, body }: Answer): Response {
  // A response without content must not have a body (Fetch §2.2.3).
  const answer = new Response(body === "" ? null : body, { status });
  for (const [name, value] of headers) answer.headers.append(name, value);
  return answer;
}

type Handler = (request: Request, access: Access) => Response | Promise<Response>;

/**
 * A handler that lets only allowed requests reach another one. A preflight of CORS has no token: it is answered with
 * 204 and no permission, unless you answer it before.
 */
export const protect =
  (guard: Guard, demands: readonly Demand[], handler: Handler): ((request: Request) => Promise<Response>) =>
  async (request) => {
    const asked = webRequest(request);
    if (isPreflight(asked)) return response(NO_PERMISSION);
    const verdict = await guard.check(asked, demands);
    if (!verdict.allowed) return response(verdict.answer);
    keepAccess(request, verdict.access);
    return withHeaders(await handler(request, verdict.access), verdict.headers);
  };

/** The response with more headers; those of a response that was fetched cannot be changed in place. */
function withHeaders(answer: Response, headers: Answer["headers"]): Response {
  if (headers.length === 0) return answer;
  const copy = new Response(answer.body, answer);
  for (const [name, value] of headers) copy.headers.append(name, value);
  return copy;
}

/** The metadata of the API (RFC 9728), if the request is for it. */
export function metadata({ metadata: { paths, answer } }: Guard, { method, url }: Request): Response | undefined {
  const isRead = method === "GET" || method === "HEAD";
  return isRead && paths.includes(new URL(url).pathname) ? response(answer) : undefined;
}
