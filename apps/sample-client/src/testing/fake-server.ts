/** The HTTP of the fake provider: it answers by a table, and remembers what it saw. */
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { decodeProtectedHeader, type ProtectedHeaderParameters } from "jose";

export type Json = Record<string, unknown>;

/** A status and the body. */
export type Answer = [number, Json];

/** The answer of each path, to a body and headers. */
export type Routes = Record<string, (body: string, headers: IncomingHttpHeaders) => Promise<Answer>>;

export interface Seen {
  /** Paths requested so far. */
  readonly requests: string[];
  /** The `traceparent` of the last request for each path that had one. */
  readonly traceparents: Map<string, string>;
  /** The proofs of RFC 9449 so far, with the method and path of their request. */
  readonly proofs: { what: string; jwt: string; header: ProtectedHeaderParameters }[];
  /** Bodies and Authorization headers at the endpoints that a client posts to. */
  readonly posts: { path: string; body: string; authorization: string | undefined }[];
}

/** @param challengeOf the WWW-Authenticate header of a 401 */
export function serve(
  routes: Routes,
  { requests, traceparents, posts, proofs }: Seen,
  challengeOf: () => string,
): RequestListener {
  return async (req, res) => {
    const path = new URL(req.url ?? "/", "http://localhost").pathname;
    requests.push(path);
    if (typeof req.headers.traceparent === "string") traceparents.set(path, req.headers.traceparent);
    let body = "";
    for await (const chunk of req) body += chunk;
    if (req.method === "POST") posts.push({ path, body, authorization: req.headers.authorization });

    const { dpop: jwt } = req.headers;
    if (typeof jwt === "string")
      proofs.push({ what: `${req.method} ${path}`, jwt, header: decodeProtectedHeader(jwt) });

    const [status, json] = (await routes[path]?.(body, req.headers)) ?? [404, {}];
    const challenge = status === 401 ? { "www-authenticate": challengeOf() } : {};
    res.writeHead(status, { "content-type": "application/json", ...challenge }).end(JSON.stringify(json));
  };
}
