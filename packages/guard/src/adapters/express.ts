/** The guard for Express 5. */
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import { forPreflight, keepAccess, NO_PERMISSION } from "./adapter.ts";
import { appendHeaders, type NodeRequest, type NodeResponse, nodeRequest, send, serveMetadata } from "./node.ts";

export { accessOf } from "./adapter.ts";
export { send } from "./node.ts";

/** What the guard reads of a request of Express. */
export interface ExpressRequest extends NodeRequest {
  /** What the client asked for: a mounted router takes its own part out of `url`. */
  readonly originalUrl: string;
}

type Next = (err?: unknown) => void;

/**
 * A middleware that lets only allowed requests go on. The handlers behind it read `accessOf(req)`. A preflight of CORS
 * has no token: it is answered with 204 and no permission, unless you answer it before, or the guard passes it on.
 */
export const protect =
  (guard: Guard, ...demands: readonly Demand[]) =>
  async (req: ExpressRequest, res: NodeResponse, next: Next): Promise<void> => {
    const request = nodeRequest(req, { target: req.originalUrl });
    const preflight = forPreflight(guard, request);
    if (preflight === "pass") return next();
    if (preflight === "answer") return send(res, NO_PERMISSION);
    const verdict = await guard.check(request, demands);
    if (!verdict.allowed) return send(res, verdict.answer);
    appendHeaders(res, verdict.headers);
    keepAccess(req, verdict.access);
    next();
  };

/** A middleware that serves the metadata of the API (RFC 9728). Mount it at the root, before every other route. */
export const metadata =
  (guard: Guard) =>
  (req: ExpressRequest, res: NodeResponse, next: Next): void => {
    if (!serveMetadata(guard, req, res)) next();
  };
