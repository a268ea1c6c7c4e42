/** Token endpoint: RFC 6749 §3.2. The code for each grant is in grants/. */
import { invalidRequest, isPublicClient, ProtocolError, tooManyRequests } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { ClientAuthenticationDependencies } from "../clients/authentication/authenticate.ts";
import type { Dependencies } from "../dependencies.ts";
import type { GrantDependencies, GrantTable } from "../grants/index.ts";
import { sourceOf } from "../http/address.ts";
import { type ProvedSender, senderOf } from "../sender/sender.ts";
import { type AuthenticatedRequest, authenticatedRequest } from "./authenticated-request.ts";

type TokenDependencies = ClientAuthenticationDependencies &
  GrantDependencies &
  Pick<Dependencies, "clientUses" | "limits" | "senders">;

/**
 * The cost of a refused request for its source, so that a source whose requests are always refused is limited early.
 */
const REFUSED_POINTS = 20;

export function token(deps: TokenDependencies, grants: GrantTable): Handler {
  const { tokenRequestsPerSource } = deps.limits;

  return async (call) => {
    const source = sourceOf(call.address);
    assertWithin(tokenRequestsPerSource.count(source));
    const costly = async <T>(step: Promise<T>): Promise<T> => {
      try {
        return await step;
      } catch (err) {
        // An outage is not the client's fault. Neither is a limit of ours that others have used up.
        if (err instanceof ProtocolError && err.status !== 503) tokenRequestsPerSource.count(source, REFUSED_POINTS);
        throw err;
      }
    };

    const sender = await costly(senderOf(call, deps));
    const request = await costly(authenticatedRequest(call, deps));
    // For a confidential client, a refused request costs as much as any other. Strangers can bring codes to its
    // redirect URI, and the client sends them on. They must not be able to lock it out.
    const answered = answer(call, { ...request, sender }, deps, grants);
    await (isPublicClient(request.client) ? costly(answered) : answered);
  };
}

async function answer(
  call: Call,
  { parameters, client, sender: proved }: AuthenticatedRequest & { readonly sender: ProvedSender },
  deps: TokenDependencies,
  grants: GrantTable,
): Promise<void> {
  // Anyone can send the id of a public client, and must not use up the limit for its other users.
  if (!isPublicClient(client)) assertWithin(deps.limits.tokenRequestsPerClient.count(client.id));

  // §5.2: the grant type must be supported, and this client must be allowed to use it.
  const grantType = parameters.get("grant_type");
  if (grantType === undefined) throw invalidRequest("grant_type is missing");
  const grant = grants.get(grantType);
  if (grant === undefined) throw new ProtocolError("unsupported_grant_type", "grant_type is not supported");
  if (!client.grantTypes.includes(grantType)) {
    throw new ProtocolError("unauthorized_client", "client may not use this grant_type");
  }

  // RFC 9449 §5.2: without a proof, this client gets no token.
  const sender = await proved.use();
  if (client.dpopBoundAccessTokens && sender.kind !== "key") {
    throw new ProtocolError("invalid_dpop_proof", "this client must send a DPoP proof");
  }

  const response = await grant.exchange(parameters, { client, sender, address: call.address }, deps);

  deps.clientUses.note(client, deps.now());

  // §5.1: token responses are never cached.
  call.json(response, { "cache-control": "no-store", pragma: "no-cache" });
}

function assertWithin(waitSeconds: number): void {
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}
