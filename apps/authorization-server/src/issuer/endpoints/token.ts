/** Token endpoint: RFC 6749 §3.2. The code for each grant is in grants/. */
import { boundSender, invalidRequest, isPublicClient, ProtocolError, remedyOf } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import type { GrantDependencies, GrantTable } from "../grants/index.ts";
import type { AuthenticatedRequestDependencies } from "./authenticated-request.ts";
import { answerLimited, assertBelowLimit, type LimitedRequest } from "./limited-request.ts";

type TokenDependencies = AuthenticatedRequestDependencies &
  GrantDependencies &
  Pick<Dependencies, "clientUses" | "grantAssertions" | "limits" | "requestObjects" | "senders" | "tokenRequests">;

export function token(deps: TokenDependencies, grants: GrantTable): Handler {
  return async (call) => {
    let asked = "none";
    try {
      await answerLimited(call, deps, "token", (request, within) => {
        asked = grants.get(request.parameters.get("grant_type") ?? "")?.grantType ?? asked;
        return answer(call, request, within, grants);
      });
    } catch (err) {
      deps.tokenRequests.answered(asked, err);
      throw err;
    }
    deps.tokenRequests.answered(asked);
  };
}

async function answer(
  call: Call,
  { parameters, client, prove }: LimitedRequest,
  deps: TokenDependencies,
  grants: GrantTable,
): Promise<void> {
  // Anyone can send the id of a public client, and must not use up the limit for its other users.
  if (!isPublicClient(client)) assertBelowLimit(deps.limits.tokenRequestsPerClient.count(client.id));

  // §5.2: the grant type must be supported, and this client must be allowed to use it.
  const grantType = parameters.get("grant_type");
  if (grantType === undefined) throw invalidRequest("grant_type is missing");
  const grant = grants.get(grantType);
  if (grant === undefined)
    throw new ProtocolError("unsupported_grant_type", `grant_type must be one of ${[...grants.keys()].join(", ")}`);
  if (!client.grantTypes.includes(grantType)) {
    throw new ProtocolError(
      "unauthorized_client",
      "client may not use this grant_type",
      grantType,
      undefined,
      remedyOf("register_grant_type"),
    );
  }

  // RFC 9449 §5.2, RFC 8705 §3: without the proof that it registered for, a client gets no token.
  const sender = boundSender(client, await prove());

  const response = await grant.exchange(parameters, { client, sender, ...call.from }, deps);

  deps.clientUses.note(client, deps.now());

  // §5.1: token responses are never cached.
  call.json(response, { "cache-control": "no-store", pragma: "no-cache" });
}
