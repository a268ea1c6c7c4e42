import {
  type AuthorizationRequest,
  assertReachableAcr,
  authorizationParams,
  type Client,
  checkAuthorizationRequest,
  invalidRequest,
  type RequestParameters,
  refuseRepeated,
  refuseUnsupported,
  takeParameters,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { SentRequest } from "../../stores/parked-request.ts";
import { readIdTokenHint } from "../../tokens/id-token-hint.ts";

/** A checked request, and the only people whom its answer may be about, where the client named any. */
export interface IntendedRequest extends AuthorizationRequest {
  /** Empty where it named nobody whom we know: whoever signs in is another. */
  readonly intended: SentRequest["intended"];
}

type Reading = Pick<
  Dependencies,
  "userinfoResource" | "keys" | "clients" | "clientSecrets" | "issuer" | "subjects" | "tokens" | "levels"
>;

/**
 * RFC 6749 §4.1.1, OIDC Core §3.1.2.1: reads and checks a request that arrives. What this throws goes to the client.
 */
export async function readRequest(
  parameters: RequestParameters,
  client: Client,
  deps: Reading,
): Promise<IntendedRequest> {
  refuseRepeated(parameters);
  const request = checkedRequest(parameters, client, deps);

  // Said now, and not after the person signed in for an answer that the client could not be given.
  if (request.wanted.idToken) await deps.tokens.assertDeliverable(client);

  const intended = await intendedPeople(request, parameters, client, deps);
  assertReachableAcr(request.claims, acrsOf(deps));
  return { ...request, intended };
}

/**
 * Reads a request again that was checked when it arrived: against the client as it is now. Whom the client named was
 * found then.
 */
export async function readAgain(
  parameters: RequestParameters,
  client: Client,
  known: SentRequest["intended"],
  deps: Reading,
): Promise<IntendedRequest> {
  const request = checkedRequest(parameters, client, deps);
  assertReachableAcr(request.claims, acrsOf(deps));
  // The version before this one did not write down whom it found.
  return { ...request, intended: known ?? (await intendedPeople(request, parameters, client, deps)) };
}

function checkedRequest(parameters: RequestParameters, client: Client, { userinfoResource }: Reading) {
  refuseUnsupported(parameters);
  return checkAuthorizationRequest(takeParameters(authorizationParams, parameters), client, userinfoResource);
}

const acrsOf = ({ levels }: Reading) => levels.map(({ acr }) => acr);

async function intendedPeople(
  { claims }: AuthorizationRequest,
  parameters: RequestParameters,
  client: Client,
  deps: Reading,
): Promise<SentRequest["intended"]> {
  // OIDC Core §3.1.2.1: a hint is an ID token that we issued, and what one client was given is no hint of another.
  const hint = await readIdTokenHint(parameters.get("id_token_hint"), deps);
  if (hint !== undefined && hint.aud !== client.id)
    throw invalidRequest("id_token_hint is not valid", "another client's");

  // §8: the client names people as it sees them.
  const subs = intendedSubs(hint?.sub, claims.subs);
  return subs === undefined ? undefined : { userIds: await deps.subjects.usersOf(subs, client) };
}

// OIDC Core §3.1.2.2: by an ID token hint, or as the claim `sub` with a value; who does both means both.
function intendedSubs(hinted: string | undefined, claimed: readonly string[] | undefined) {
  if (hinted === undefined) return claimed;
  return claimed === undefined || claimed.includes(hinted) ? [hinted] : [];
}
