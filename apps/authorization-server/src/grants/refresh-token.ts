/** Refresh token grant: RFC 6749 §6, rotated as RFC 9700 §4.14.2 asks, with OIDC Core §12 and §12.2. */
import {
  type Client,
  graceSeconds,
  invalidGrant,
  invalidScope,
  narrows,
  parseScope,
  scopesLeft,
  spentVerdict,
} from "@countersign/rules";
import { z } from "zod";
import type { Occurrence } from "../stores/audit-events.ts";
import { successorOf } from "../stores/refresh-tokens.ts";
import { assertResource, defineGrant, type GrantDependencies } from "./grant.ts";

interface Refresh {
  readonly token: string;
  readonly scopes: readonly string[] | undefined;
  readonly client: Client;
  readonly by: Occurrence;
}

export const refreshToken = defineGrant({
  grantType: "refresh_token",

  params: z.object({ refresh_token: z.string(), scope: z.string().optional(), resource: z.string().optional() }),

  async exchange({ params, client, address }, deps) {
    const at = deps.now();
    assertResource(params.resource, deps);
    // §6: a scope here may narrow the new access token, and never widens what was granted.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    await deps.tokens.assertDeliverable(client);

    // Spent before anything is signed, in one statement: of two callers one gets the successor.
    const rotated = await deps.refreshTokens.rotate(params.refresh_token, client.id, scopes, at);
    const { authorization, refreshToken } =
      rotated ?? (await repeated({ token: params.refresh_token, scopes, client, by: { at, address } }, deps));

    // A scope that was taken out of the registration is given no more, whenever it was granted.
    const left = scopesLeft(scopes ?? authorization.scopes, client);
    // OIDC Core §12.2: a nonce belongs to the first ID token alone.
    const narrowed = { ...authorization, nonce: null, scopes: left };
    return { ...(await deps.tokens.issue(narrowed, client, at)), refresh_token: refreshToken };
  },
});

/** An old token: within the grace it yields the same successor again, after it the family dies. */
async function repeated(
  { token, scopes, client, by }: Refresh,
  { refreshTokens }: Pick<GrantDependencies, "refreshTokens">,
) {
  const spent = await refreshTokens.findSpent(token, client.id, by.at);
  if (spent === undefined) {
    // Live, and yet not rotated: then it was the scope.
    if ((await refreshTokens.findLive(token, client.id, by.at)) !== undefined)
      throw invalidScope("scope exceeds what was granted");
    throw invalidGrant("refresh token is invalid or expired", "no match");
  }

  const successor = successorOf(spent, token);
  if (successor === undefined || spentVerdict(spent, graceSeconds(client), by.at) === "replay") {
    await refreshTokens.revokeFamily(token, client.id, { ...by, type: "refresh_token_replayed" });
    throw invalidGrant("refresh token is invalid or expired", "replayed");
  }
  if (scopes !== undefined && !narrows(scopes, spent.authorization.scopes))
    throw invalidScope("scope exceeds what was granted");
  return { authorization: spent.authorization, refreshToken: successor };
}
