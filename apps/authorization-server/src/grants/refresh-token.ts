/** Refresh token grant: RFC 6749 §6, rotated as RFC 9700 §4.14.2 asks, with OIDC Core §12. */
import { type Client, graceSeconds, invalidGrant, invalidScope, parseScope, spentVerdict } from "@countersign/rules";
import { z } from "zod";
import { successorOf } from "../stores/refresh-tokens.ts";
import { defineGrant, type GrantDependencies } from "./grant.ts";

interface Refresh {
  readonly token: string;
  readonly scopes: readonly string[] | undefined;
  readonly client: Client;
  readonly at: Date;
}

export const refreshToken = defineGrant({
  grantType: "refresh_token",

  params: z.object({ refresh_token: z.string(), scope: z.string().optional() }),

  async exchange({ params, client }, deps) {
    const at = deps.now();
    // §6: a scope here may narrow the new access token, and never widens what was granted.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    // Spent before anything is signed, in one statement: of two callers one gets the successor.
    const rotated = await deps.refreshTokens.rotate(params.refresh_token, client.id, scopes, at);
    const { authorization, refreshToken } =
      rotated ?? (await repeated({ token: params.refresh_token, scopes, client, at }, deps));

    const narrowed = { ...authorization, scopes: scopes ?? authorization.scopes };
    return { ...(await deps.tokens.issue(narrowed, client, at)), refresh_token: refreshToken };
  },
});

/** An old token: within the grace it yields the same successor again, after it the family dies. */
async function repeated(
  { token, scopes, client, at }: Refresh,
  { refreshTokens }: Pick<GrantDependencies, "refreshTokens">,
) {
  const spent = await refreshTokens.findSpent(token, client.id, at);
  if (spent === undefined) {
    // Live, and yet not rotated: then it was the scope.
    if ((await refreshTokens.findLive(token, client.id, at)) !== undefined)
      throw invalidScope("scope exceeds what was granted");
    throw invalidGrant("refresh token is invalid or expired", "no match");
  }

  const successor = successorOf(spent, token);
  if (successor === undefined || spentVerdict(spent, graceSeconds(client), at) === "replay") {
    await refreshTokens.revokeFamily(token, client.id, at);
    throw invalidGrant("refresh token is invalid or expired", "replayed");
  }
  if (scopes?.some((scope) => !spent.authorization.scopes.includes(scope)))
    throw invalidScope("scope exceeds what was granted");
  return { authorization: spent.authorization, refreshToken: successor };
}
