import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { type AnyInteraction, resume } from "./answer/kinds.ts";
import type { Waiting } from "./interaction.ts";
import { overRequest } from "./last-request.ts";

/**
 * Finds a parked request by its handle and checks it against the current state of its client, once for each HTTP
 * request. Throws `invalid_request`, which is shown to the person, if the request is unknown, expired, completed, or
 * belongs to another browser.
 */
export async function findWaiting(
  handle: string | undefined,
  deps: Dependencies,
  call: Call,
): Promise<Waiting<AnyInteraction>> {
  const browser = deps.cookies.browser(call.req);
  if (handle === undefined || browser === undefined) throw await overRequest(handle, deps, call);
  const parked = await deps.parkedRequests.find(handle, browser);
  if (parked === undefined) throw await overRequest(handle, deps, call);
  return resume(parked, { handle, browser }, deps, call);
}
