import {
  type AuthorizationRequest,
  assertReachable,
  authorizationParams,
  type Client,
  checkAuthorizationRequest,
  deliveryOf,
  demandsOf,
  invalidRequest,
  type RequestParameters,
  readDetails,
  refuseRepeated,
  refuseUnsupported,
  takeParameters,
  withDetails,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import type { SentRequest } from "../../../platform/stores/requests/parked-request.ts";
import { readIdTokenHint } from "../../tokens/id-token-hint.ts";
import { requestedResources } from "./requested-resources.ts";

/** A checked request, and the people that the client requested, if any. The response may be about no one else. */
export interface IntendedRequest extends AuthorizationRequest {
  /** Empty if the client named only people that we do not know. Then no signed-in person matches. */
  readonly intended: SentRequest["intended"];
}

type Reading = Pick<
  Dependencies,
  | "userinfoResource"
  | "resources"
  | "detailsTypes"
  | "keys"
  | "clients"
  | "clientSecrets"
  | "issuer"
  | "subjects"
  | "tokens"
  | "answerAuthorization"
  | "levels"
  | "requiredAcr"
  | "signUp"
>;

/**
 * RFC 6749 §4.1.1, OIDC Core §3.1.2.1: reads and checks a new request. The client receives any error that it throws.
 */
export async function readRequest(
  parameters: RequestParameters,
  client: Client,
  deps: Reading,
): Promise<IntendedRequest> {
  refuseRepeated(parameters);
  const request = await checkedRequest(parameters, client, deps);

  // This is checked now. Otherwise a person could sign in for a response that cannot be delivered to the client.
  if (request.wanted.idToken) await deps.tokens.assertDeliverable(client);
  const { isJwt } = deliveryOf(parameters.get("response_type"), parameters.get("response_mode"), client);
  if (isJwt) await deps.answerAuthorization.assertDeliverable(client);

  const intended = await intendedPeople(request, parameters, client, deps);
  assertReachable(deps.levels, demandsOf({ request, required: requiredOf(client, deps) }));
  return { ...request, intended };
}

/**
 * Reads again a request that was checked when it arrived, and checks it against the current state of its client. The
 * people that the client requested were determined at arrival.
 */
export async function readAgain(
  parameters: RequestParameters,
  client: Client,
  known: SentRequest["intended"],
  deps: Reading,
): Promise<IntendedRequest> {
  const request = await checkedRequest(parameters, client, deps);
  assertReachable(deps.levels, demandsOf({ request, required: requiredOf(client, deps) }));
  // Earlier versions did not store the requested people.
  return { ...request, intended: known ?? (await intendedPeople(request, parameters, client, deps)) };
}

async function checkedRequest(parameters: RequestParameters, client: Client, deps: Reading) {
  const { userinfoResource, detailsTypes, signUp } = deps;
  refuseUnsupported(parameters);
  const params = takeParameters(authorizationParams, parameters);
  const { authorization_details } = params;
  const details = authorization_details === undefined ? [] : readDetails(authorization_details, client, detailsTypes);
  const asking = { sent: parameters.resources, scope: params.scope, details };
  const named = await requestedResources(asking, client, deps);
  const request = withDetails(checkAuthorizationRequest(params, client, userinfoResource, named), details);
  // OIDC Prompt Create 1.0 §4.1: a value that is not supported is an error of the request.
  if (request.prompt.includes("create") && !signUp.isOpen) throw invalidRequest("prompt create is not supported");
  return request;
}

const requiredOf = ({ requiredAcr: client }: Client, { requiredAcr: deployment }: Reading) => ({ deployment, client });

async function intendedPeople(
  { claims }: AuthorizationRequest,
  parameters: RequestParameters,
  client: Client,
  deps: Reading,
): Promise<SentRequest["intended"]> {
  // OIDC Core §3.1.2.1: a hint is an ID token that we issued. An ID token of another client is not accepted as a hint.
  const sent = parameters.get("id_token_hint");
  const hint = sent === undefined ? undefined : await readIdTokenHint(sent, deps);
  if (hint !== undefined && hint.aud !== client.id)
    throw invalidRequest("id_token_hint is not valid", "another client's");

  // §8: the client identifies people by the subject identifiers that it knows.
  const subs = intendedSubs(hint?.sub, claims.subs);
  return subs === undefined ? undefined : { userIds: await deps.subjects.usersOf(subs, client) };
}

// OIDC Core §3.1.2.2: by an ID token hint, or by the claim `sub` with a value. If both are present, both must match.
function intendedSubs(hinted: string | undefined, claimed: readonly string[] | undefined) {
  if (hinted === undefined) return claimed;
  return claimed === undefined || claimed.includes(hinted) ? [hinted] : [];
}
