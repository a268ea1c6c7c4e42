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
import { readIdTokenHint } from "../../tokens/id-token-hint.ts";

/** A checked request, and the only people whom its answer may be about, where the client named any. */
export interface IntendedRequest extends AuthorizationRequest {
  /** Empty where it named nobody whom we know: whoever signs in is another. */
  readonly intended: { readonly userIds: readonly string[] } | undefined;
}

/** RFC 6749 §4.1.1, OIDC Core §3.1.2.1: reads and checks what is asked for. What it throws goes to the client. */
export async function readAuthorizationRequest(
  parameters: RequestParameters,
  client: Client,
  deps: Pick<
    Dependencies,
    "userinfoResource" | "keys" | "clients" | "clientSecrets" | "issuer" | "subjects" | "tokens" | "acrs"
  >,
): Promise<IntendedRequest> {
  refuseRepeated(parameters);
  refuseUnsupported(parameters);
  const request = checkAuthorizationRequest(
    takeParameters(authorizationParams, parameters),
    client,
    deps.userinfoResource,
  );

  // Said now, and not after the person signed in for an answer that the client could not be given.
  if (request.wanted.idToken) await deps.tokens.assertDeliverable(client);

  // OIDC Core §3.1.2.1: a hint is an ID token that we issued, and what one client was given is no hint of another.
  const hint = await readIdTokenHint(parameters.get("id_token_hint"), deps);
  if (hint !== undefined && hint.aud !== client.id)
    throw invalidRequest("id_token_hint is not valid", "another client's");
  assertReachableAcr(request.claims, deps.acrs);

  // §8: the client names people as it sees them.
  const subs = intendedSubs(hint?.sub, request.claims.subs);
  const intended = subs === undefined ? undefined : { userIds: await deps.subjects.usersOf(subs, client) };
  return { ...request, intended };
}

// OIDC Core §3.1.2.2: by an ID token hint, or as the claim `sub` with a value; who does both means both.
function intendedSubs(hinted: string | undefined, claimed: readonly string[] | undefined) {
  if (hinted === undefined) return claimed;
  return claimed === undefined || claimed.includes(hinted) ? [hinted] : [];
}
