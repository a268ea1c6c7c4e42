/** The guard for node:http, and for frameworks that stand on its requests. */
import type { Access } from "../access.ts";
import type { Answer } from "../answer.ts";
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import type { GuardRequest } from "../request.ts";
import { isPreflight, keepAccess, NO_PERMISSION } from "./adapter.ts";

export { accessOf } from "./adapter.ts";

/** What the guard reads of a request of node:http. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn, as they were received: `headers` would hide a second value. */
  readonly rawHeaders: readonly string[];
  readonly socket?: NodeSocket | undefined;
}

interface NodeSocket {
  readonly remoteAddress?: string | undefined;
  /** On TLS connections only. */
  getPeerX509Certificate?(): { readonly raw: Uint8Array } | undefined;
}

/** What the guard writes of a response of node:http. */
export interface NodeResponse {
  statusCode: number;
  appendHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** The guard's view of a request. `target` is given where a router has changed `url`. */
export const nodeRequest = (
  req: NodeRequest,
  { target = req.url ?? "/", native = req }: { target?: string; native?: unknown } = {},
): GuardRequest => ({
  method: req.method ?? "",
  target,
  values: (name) => req.rawHeaders.filter((_, at) => at % 2 === 1 && req.rawHeaders[at - 1]?.toLowerCase() === name),
  // Asked again for each request: a resumed connection may have none.
  connectionCertificate: () => req.socket?.getPeerX509Certificate?.()?.raw,
  peer: req.socket?.remoteAddress,
  native,
});

/** Adds headers to those of the response: two challenges are two lines. */
export function appendHeaders(res: Pick<NodeResponse, "appendHeader">, headers: Answer["headers"]): void {
  for (const [name, value] of headers) res.appendHeader(name, value);
}

/** Sends an answer of the guard. */
export function send(res: NodeResponse, { status, headers, body }: Answer): void {
  res.statusCode = status;
  appendHeaders(res, headers);
  res.end(body);
}

type Handler<Req, Res> = (req: Req, res: Res, access: Access) => unknown;

/**
 * A request listener that lets only allowed requests reach a handler. A preflight of CORS has no token: it is answered
 * with 204 and no permission, unless you answer it before.
 */
export const protect =
  <Req extends NodeRequest, Res extends NodeResponse>(
    guard: Guard,
    demands: readonly Demand[],
    handler: Handler<Req, Res>,
  ): ((req: Req, res: Res) => Promise<void>) =>
  async (req, res) => {
    const request = nodeRequest(req);
    if (isPreflight(request)) return send(res, NO_PERMISSION);
    const verdict = await guard.check(request, demands);
    if (!verdict.allowed) return send(res, verdict.answer);
    appendHeaders(res, verdict.headers);
    keepAccess(req, verdict.access);
    await handler(req, res, verdict.access);
  };

/** Answers a request for the metadata of the API (RFC 9728). Returns false, and answers nothing, for any other path. */
export function serveMetadata({ metadata }: Guard, req: NodeRequest, res: NodeResponse): boolean {
  const [path = ""] = (req.url ?? "").split("?", 1);
  if ((req.method !== "GET" && req.method !== "HEAD") || !metadata.paths.includes(path)) return false;
  send(res, metadata.answer);
  return true;
}
