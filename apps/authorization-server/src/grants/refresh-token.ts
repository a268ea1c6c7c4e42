/** Refresh token grant: RFC 6749 §6, rotated as RFC 9700 §4.14.2 asks, with OIDC Core §12 and §12.2. */
import {
  assertSameSender,
  graceSeconds,
  invalidGrant,
  invalidScope,
  narrows,
  parseScope,
  type Resource,
  scopesLeft,
  spentVerdict,
} from "@countersign/rules";
import { z } from "zod";
import type { Occurrence } from "../stores/audit-events.ts";
import { type RefreshTokenStore, successorOf } from "../stores/refresh-tokens.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { assertResource, defineGrant, type Requester } from "./grant.ts";

interface RefreshTokenDependencies {
  readonly refreshTokens: Pick<RefreshTokenStore, "rotate" | "findSpent" | "findLive" | "revokeFamily">;
  readonly userinfoResource: Resource;
  readonly tokens: Pick<TokenIssuer, "issueWithIdToken" | "assertDeliverable">;
  readonly now: () => Date;
}

interface Refresh extends Pick<Requester, "client" | "sender"> {
  readonly token: string;
  readonly scopes: readonly string[] | undefined;
  readonly by: Occurrence;
}

export const refreshToken = defineGrant({
  grantType: "refresh_token",

  params: z.object({ refresh_token: z.string(), scope: z.string().optional(), resource: z.string().optional() }),

  async exchange({ params, client, sender, address }, deps: RefreshTokenDependencies) {
    const at = deps.now();
    assertResource(params.resource, deps.userinfoResource);
    // §6: a scope here may narrow the new access token, and never widens what was granted.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    await deps.tokens.assertDeliverable(client);

    // Spent before anything is signed, in one statement: of two callers one gets the successor.
    const token = params.refresh_token;
    const rotated = await deps.refreshTokens.rotate(token, { clientId: client.id, sender }, scopes, at);
    const { authorization, refreshToken } =
      rotated ?? (await repeated({ token, scopes, client, sender, by: { at, address } }, deps));

    // A scope that was taken out of the registration is given no more, whenever it was granted.
    const left = scopesLeft(scopes ?? authorization.scopes, client);
    // OIDC Core §12.2: a nonce belongs to the first ID token alone.
    const narrowed = { ...authorization, nonce: null, scopes: left };
    const response = await deps.tokens.issueWithIdToken({ authorization: narrowed, client }, sender, at);
    return { ...response, refresh_token: refreshToken };
  },
});

const refused = (detail: string) => invalidGrant("refresh token is invalid or expired", detail);

/** An old token: within the grace it yields the same successor again, after it the family dies. */
async function repeated(
  { token, scopes, client, sender, by }: Refresh,
  { refreshTokens }: Pick<RefreshTokenDependencies, "refreshTokens">,
) {
  const spent = await refreshTokens.findSpent(token, client.id, by.at);
  if (spent === undefined) {
    const live = await refreshTokens.findLive(token, client.id, by.at);
    if (live === undefined) throw refused("no match");
    // Live, and yet not rotated: then it was the sender, or else the scope.
    assertSameSender(live.confirmation, sender, refused);
    throw invalidScope("scope exceeds what was granted");
  }

  const successor = successorOf(spent, token);
  if (successor === undefined || spentVerdict(spent, graceSeconds(client), by.at) === "replay") {
    await refreshTokens.revokeFamily(token, client.id, { ...by, type: "refresh_token_replayed" });
    throw refused("replayed");
  }
  assertSameSender(spent.authorization.confirmation, sender, refused);
  if (scopes !== undefined && !narrows(scopes, spent.authorization.scopes))
    throw invalidScope("scope exceeds what was granted");
  return { authorization: spent.authorization, refreshToken: successor };
}
