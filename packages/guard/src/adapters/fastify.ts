/** The guard for Fastify. */
import type { Answer } from "../answer.ts";
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import { forPreflight, keepAccess, NO_PERMISSION } from "./adapter.ts";
import { type NodeRequest, nodeRequest } from "./node.ts";

export { accessOf } from "./adapter.ts";

/** What the guard reads of a request of Fastify. */
export interface FastifyRequest {
  readonly raw: NodeRequest;
  /** What the client asked for: `rewriteUrl` may change the URL that is routed. */
  readonly originalUrl: string;
}

/** What the guard writes of a reply of Fastify. */
export interface FastifyReply {
  code(status: number): unknown;
  getHeader(name: string): unknown;
  header(name: string, value: string | string[]): unknown;
  send(body: string): unknown;
}

/**
 * A hook, `onRequest` or `preHandler`, that lets only allowed requests go on. The handlers behind it read
 * `accessOf(request)`. A preflight of CORS has no token: it is answered with 204 and no permission, unless you answer
 * it before, or the guard passes it on.
 */
export const protect =
  (guard: Guard, ...demands: readonly Demand[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = nodeRequest(request.raw, { target: request.originalUrl, native: request });
    const preflight = forPreflight(guard, asked);
    if (preflight === "pass") return undefined;
    if (preflight === "answer") return send(reply, NO_PERMISSION);
    const verdict = await guard.check(asked, demands);
    if (!verdict.allowed) return send(reply, verdict.answer);
    appendHeaders(reply, verdict.headers);
    keepAccess(request, verdict.access);
    return undefined;
  };

/** Sends an answer of the guard. */
export function send(reply: FastifyReply, { status, headers, body }: Answer): unknown {
  reply.code(status);
  appendHeaders(reply, headers);
  return reply.send(body);
}

// Fastify replaces a header of the same name: what is there, such as `Vary` by CORS, is sent with what is added.
function appendHeaders(reply: FastifyReply, headers: Answer["headers"]): void {
  for (const [name, value] of headers) {
    const present = [reply.getHeader(name) ?? []].flat().map(String);
    reply.header(name, [...present, value]);
  }
}

/** What the guard uses of an instance of Fastify. */
export interface FastifyInstance {
  route(options: { method: "GET"; url: string; handler: (request: unknown, reply: FastifyReply) => unknown }): unknown;
}

/** A plugin that serves the metadata of the API (RFC 9728): `app.register(metadata(api))`. Register it at the root. */
export const metadata =
  ({ metadata: { paths, answer } }: Guard) =>
  async (app: FastifyInstance): Promise<void> => {
    for (const url of paths) app.route({ method: "GET", url, handler: (_, reply) => send(reply, answer) });
  };
