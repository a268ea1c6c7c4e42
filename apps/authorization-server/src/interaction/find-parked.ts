import type { IncomingMessage } from "node:http";
import { type RequestParameters, readParameters } from "@countersign/rules";
import type { Dependencies } from "../dependencies.ts";
import { expiredRequest } from "../http/errors.ts";
import { pathBelow, paths } from "../paths.ts";
import type { Interaction } from "./proceed.ts";
import { readAuthorizationRequest } from "./request/read-request.ts";
import { trustClient } from "./request/trust-client.ts";

/** A parked request, found again by the browser it belongs to. */
export interface FoundInteraction extends Interaction {
  readonly handle: string;
  readonly browser: string;
}

/**
 * Finds the parked request that a page or form is about, and validates it anew as the client is now.
 * Throws `invalid_request`, to be shown, if it is unknown, expired, completed, or another browser's.
 */
export async function findParked(
  handle: string | undefined,
  deps: Dependencies,
  req: IncomingMessage,
): Promise<FoundInteraction> {
  const browser = deps.cookies.browser(req);
  if (handle === undefined || browser === undefined) throw expiredRequest();
  const parked = await deps.parkedRequests.find(handle, browser);
  if (parked === undefined) throw expiredRequest();

  const parameters: RequestParameters = readParameters(parked.parameters.map(([name, value]) => [name, value]));
  const trusted = await trustClient(parameters, deps, deps.cookies.browserState(req));
  const request = await readAuthorizationRequest(parameters, trusted.client, deps);
  return { ...trusted, request, parked, handle, browser };
}

/** Where a page sends the browser when it has done its part. */
export function continueUrl(handle: string, issuer: string): string {
  return `${pathBelow(issuer, paths.authorizationContinue)}?${new URLSearchParams({ request: handle })}`;
}
