/** Token revocation: RFC 7009 §2. */
import { isInvalidJwt } from "@countersign/jwt";
import { takeParameters } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import type { Occurrence } from "../../platform/stores/audit/audit-events.ts";
import { notingRefusals } from "../../platform/stores/client/noting-refusals.ts";
import type { AuthenticatedClient } from "../clients/authentication/authenticate.ts";
import { type AuthenticatedRequestDependencies, authenticatedRequest } from "./authenticated-request.ts";

// §2.1: token_type_hint is only a hint. The token itself shows its type.
const revocation = z.object({ token: z.string() });

type Revoking = AuthenticatedRequestDependencies & Pick<Dependencies, "refreshTokens" | "accessTokens" | "verifyToken">;

export function revoke(deps: Revoking): Handler {
  return async (call) => {
    // §2.1: only the client that a token was issued to may revoke it.
    const { parameters, client } = await authenticatedRequest(call, deps, "revocation");
    const request = { client, parameters, endpoint: "revocation" } as const;
    const { token } = notingRefusals(request, deps, () => takeParameters(revocation, parameters));

    // Revoking a refresh token revokes its whole authorization, including access tokens.
    const by = { at: deps.now(), ...call.from };
    const wasRefreshToken = await deps.refreshTokens.revokeFamily(token, client.id, { ...by, type: "token_revoked" });
    if (!wasRefreshToken) await revokeAccessToken(token, client, by, deps);

    // §2.2: an unknown token is also a success, because it is already invalid. Clients ignore the body; some read it as
    // JSON first.
    call.json({}, { "cache-control": "no-store" });
  };
}

async function revokeAccessToken(
  token: string,
  client: AuthenticatedClient,
  by: Occurrence,
  deps: Revoking,
): Promise<void> {
  try {
    const claims = await deps.verifyToken(token, by.at);
    if (claims.client_id === client.id) await deps.accessTokens.revoke(claims, by);
  } catch (err) {
    if (!isInvalidJwt(err)) throw err;
  }
}
