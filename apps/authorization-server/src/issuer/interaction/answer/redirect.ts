/**
 * The kind `redirect`: the browser takes the response to the client's redirect URI (RFC 6749 §4.1.2). Outside this
 * folder, only the code that receives a request knows a redirect URI.
 */
import type { Client, ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import type { ParkedRequest, SentRequest } from "../../../platform/stores/requests/parked-request.ts";
import type { Granted, Interaction, Place, Waiting } from "../interaction.ts";
import { findClient } from "../request/find-client.ts";
import { readStored, refusalOfWay } from "../request/how-it-came.ts";
import { type IntendedRequest, readAgain } from "../request/read-request.ts";
import { assertNotEnded } from "../request/resolve-request-uri.ts";
import { hasSession } from "../session.ts";
import { deliver } from "./deliver.ts";
import { deliverError } from "./deliver-error.ts";
import { issueResponse } from "./issue-response.ts";
import { type RedirectTarget, recipientOf, trustRedirect } from "./redirect-target.ts";

export interface RedirectInteraction extends Interaction, RedirectTarget {
  readonly kind: "redirect";
  readonly client: Client;
  readonly request: IntendedRequest;
}

/** A request as it was received. Its parameters are listed only if it is parked, which most requests are not. */
interface Received extends Omit<SentRequest, "parameters" | "intended"> {
  readonly parameters: () => SentRequest["parameters"];
}

/** A request that was just checked and will be answered at a redirect URI. */
export function redirectInteraction(
  target: RedirectTarget,
  request: IntendedRequest,
  { parameters, requestUri, pushed }: Received,
): RedirectInteraction {
  const sent = {
    requestUri,
    pushed,
    intended: request.intended,
    get parameters() {
      return parameters();
    },
  };
  const parked: ParkedRequest = { kind: "redirect", request: sent, progress: {} };
  return { ...target, kind: "redirect", request, recipient: recipientOf(target), parked, place: undefined };
}

export const redirect = {
  async resume(parked: ParkedRequest, place: Place, deps: Dependencies, call: Call) {
    const { parameters, unsigned } = readStored(parked.request.parameters);
    const client = await findClient(parameters, call.address, deps);
    assertNotEnded(parked.request.pushed, client);
    const browserState = deps.cookies.browserState(call.req);
    const target = trustRedirect(client, parameters, browserState, deps);
    // RFC 9126 §7.4: what the client demands by now counts.
    const refusal = refusalOfWay({ pushed: parked.request.pushed, unsigned }, client, deps);
    if (refusal !== undefined) throw refusal;
    const request = await readAgain(parameters, client, parked.request.intended, deps);
    const found: Waiting<RedirectInteraction> = {
      ...target,
      kind: "redirect",
      request,
      recipient: recipientOf(target),
      parked,
      place,
    };
    return found;
  },

  async issue(interaction: RedirectInteraction, granted: Granted, deps: Dependencies, call: Call) {
    const parameters = await issueResponse({ ...interaction, ...granted }, deps);
    call.note({ clientId: interaction.client.id, userId: granted.signIn.userId, address: call.address });
    deliver(await interaction.responder.success(parameters), interaction, deps, call);
  },

  async refuse(interaction: RedirectInteraction, error: ProtocolError, deps: Dependencies, call: Call) {
    const response = await interaction.responder.error(error);
    // A person has seen a parked request at this browser.
    if (interaction.place !== undefined) return deliver(response, interaction, deps, call);
    const isSignedIn = () => hasSession(interaction.client, deps, call.req);
    await deliverError({ error, target: interaction, isSignedIn }, deps, call);
  },
};
