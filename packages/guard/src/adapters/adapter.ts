/** What all adapters share. */
import type { Access } from "../access.ts";
import type { Answer } from "../answer.ts";
import type { Guard } from "../guard.ts";
import type { GuardRequest } from "../request.ts";

const accesses = new WeakMap<object, Access>();

/** Remembers what a request may do. */
export function keepAccess(request: object, access: Access): void {
  accesses.set(request, access);
}

/** What the token of a request allows. Throws if no guard let this request through: that is a mistake in the routes. */
export function accessOf(request: object): Access {
  const access = accesses.get(request);
  if (access === undefined) throw new Error("no guard has checked this request");
  return access;
}

/** Whether a request is a preflight of CORS: a browser sends it without credentials (Fetch §4.8). */
export const isPreflight = ({ method, values }: GuardRequest): boolean =>
  method === "OPTIONS" && values("origin").length > 0 && values("access-control-request-method").length > 0;

/** What a middleware does with a preflight; undefined for any other request. */
export const forPreflight = ({ preflights }: Guard, request: GuardRequest): Guard["preflights"] | undefined =>
  isPreflight(request) ? preflights : undefined;

/** The answer to a preflight: no permission. Any page can send one, so no handler runs for it. */
export const NO_PERMISSION: Answer = { status: 204, headers: [], body: "" };
