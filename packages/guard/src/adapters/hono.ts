/** The guard for Hono. */
import type { Demand } from "../demands.ts";
import type { Guard } from "../guard.ts";
import { forPreflight, keepAccess, NO_PERMISSION } from "./adapter.ts";
import { response, metadata as served, webRequest } from "./fetch.ts";

export { accessOf } from "./adapter.ts";
export { response } from "./fetch.ts";

/** What the guard uses of a context of Hono. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

type Next = () => Promise<void>;

/**
 * A middleware that lets only allowed requests go on. The handlers behind it read `accessOf(c)`. A preflight of CORS
 * has no token: it is answered with 204 and no permission, unless you answer it before, or the guard passes it on.
 */
export const protect =
  (guard: Guard, ...demands: readonly Demand[]) =>
  async (c: HonoContext, next: Next): Promise<Response | undefined> => {
    const request = webRequest(c.req.raw, c);
    const preflight = forPreflight(guard, request);
    if (preflight === "pass") return next().then(() => undefined);
    if (preflight === "answer") return response(NO_PERMISSION);
    const verdict = await guard.check(request, demands);
    if (!verdict.allowed) return response(verdict.answer);
    for (const [name, value] of verdict.headers) c.header(name, value, { append: true });
    keepAccess(c, verdict.access);
    await next();
    return undefined;
  };

/** A middleware that serves the metadata of the API (RFC 9728). Mount it at the root, before every other route. */
export const metadata =
  (guard: Guard) =>
  async (c: HonoContext, next: Next): Promise<Response | undefined> => {
    const document = served(guard, c.req.raw);
    if (document !== undefined) return document;
    await next();
    return undefined;
  };
