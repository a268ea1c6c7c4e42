/** Pushed authorization request endpoint: RFC 9126 §2. */
import { isPublicClient } from "@countersign/rules";
import { assertForm, type Call, type Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { readPushedRequest } from "../interaction/arrival/read-pushed-request.ts";
import { answerLimited, assertBelowLimit, type LimitedRequest } from "./limited-request.ts";

export function pushedAuthorization(deps: Dependencies): Handler {
  return async (call) => {
    // §2.1: the parameters are a form, as at the token endpoint.
    assertForm(call.req);
    // §2.1 (1), §2.3: the client is authenticated before any parameter of its request is read.
    await answerLimited(call, deps, "par", (request, within) => answer(call, request, within));
  };
}

async function answer(
  call: Call,
  { parameters: sent, client, prove }: LimitedRequest,
  deps: Dependencies,
): Promise<void> {
  const { ttlSeconds } = deps.pushedRequests;
  const isAuthenticated = !isPublicClient(client);
  if (isAuthenticated) assertBelowLimit(deps.limits.pushedRequestsPerClient.count(client.id));

  // §2.1 (2) and (3): the request is checked as at the authorization endpoint.
  const boundTo = await readPushedRequest(sent, client, deps, call);
  const parameters = boundTo((await prove()).key);

  // §2.2, §7.1: the request URI is random, and stored as its hash. Anyone can send the id of a public client, so its
  // requests count for their source, as those do that a browser brings.
  const pushed = { parameters, ttlSeconds, isAuthenticated, timesEnded: client.timesEnded ?? 0 };
  const limits = isAuthenticated ? [] : deps.limits.parking.steps(call.address);
  const requestUri = await deps.parkedRequests.pushByClient(pushed, limits);

  const headers = { "cache-control": "no-store", pragma: "no-cache" };
  call.json({ request_uri: requestUri, expires_in: ttlSeconds }, headers, 201);
}
