/** Refresh token grant: RFC 6749 §6, with rotation as in RFC 9700 §4.14.2, and OIDC Core §12 and §12.2. */
import {
  allScopes,
  assertSameSender,
  graceSeconds,
  invalidGrant,
  invalidScope,
  narrows,
  parseScope,
  rotatesRefreshTokens,
  type Secret,
  scopesLeft,
  spentVerdict,
} from "@countersign/rules";
import { z } from "zod";
import type { Occurrence } from "../stores/audit-events.ts";
import type { Authorization } from "../stores/issued/authorization-row.ts";
import { type RefreshTokenStore, successorOf } from "../stores/issued/refresh-tokens.ts";
import {
  type AudienceDependencies,
  assertDetailsGranted,
  assertForResource,
  audienceFor,
  namedResource,
} from "../tokens/audience.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { askedDetails } from "./asked-details.ts";
import { defineGrant, type Requester } from "./grant.ts";

interface RefreshTokenDependencies extends AudienceDependencies {
  readonly refreshTokens: Pick<RefreshTokenStore, "rotate" | "prolong" | "findSpent" | "findLive" | "revokeFamily">;
  readonly tokens: Pick<TokenIssuer, "issueWithIdToken" | "assertDeliverable">;
  readonly now: () => Date;
}

interface Refresh extends Pick<Requester, "client" | "sender"> {
  readonly token: string;
  readonly scopes: readonly string[] | undefined;
  /** The identifier of the resource server that the request names, as it is registered. */
  readonly resource: string | undefined;
  readonly by: Occurrence;
}

export const refreshToken = defineGrant({
  grantType: "refresh_token",

  params: z.object({
    refresh_token: z.string(),
    scope: z.string().optional(),
    authorization_details: z.string().optional(),
  }),

  async exchange({ params, resources, client, sender, address }, deps: RefreshTokenDependencies) {
    const at = deps.now();
    const resource = await namedResource(resources, client, deps);
    // §6: a scope here may narrow the new access token. It never widens the granted scope.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    // RFC 9396 §6.1: details here are for the new access token. The refresh token keeps all that were granted.
    const details = askedDetails(params, client, deps);
    if (details !== undefined) {
      const live = await deps.refreshTokens.findLive(
        params.refresh_token,
        { clientId: client.id, sender, resource },
        at,
      );
      assertDetailsGranted(live, resource, details);
    }

    await deps.tokens.assertDeliverable(client);

    const refresh = { token: params.refresh_token, scopes, resource, client, sender, by: { at, address } };
    const { authorization, refreshToken } = await used(refresh, deps);

    // A scope that was removed from the client's registration is no longer granted, whenever it was approved.
    const audience = await audienceFor(authorization, { named: resource, asked: scopes, details, client }, deps);
    const left = scopesLeft(scopes ?? authorization.scopes, client);
    // OIDC Core §12.2: only the first ID token contains the nonce.
    const narrowed = { ...authorization, nonce: null, scopes: left };
    const response = await deps.tokens.issueWithIdToken({ authorization: narrowed, client, audience }, sender, at);
    return refreshToken === undefined ? response : { ...response, refresh_token: refreshToken };
  },
});

/**
 * What the token gives access to, and its successor; none if the client keeps its token. A token is spent before
 * anything is signed, in one statement: of two callers one receives the successor.
 */
async function used(
  refresh: Refresh,
  deps: RefreshTokenDependencies,
): Promise<{ readonly authorization: Authorization; readonly refreshToken?: Secret }> {
  const { token, client, sender, resource, scopes, by } = refresh;
  const { rotate, prolong } = deps.refreshTokens;
  const use = rotatesRefreshTokens(client) ? rotate : prolong;
  return (await use(token, { clientId: client.id, sender, resource }, scopes, by.at)) ?? repeated(refresh, deps);
}

const refused = (detail: string) => invalidGrant("refresh token is invalid or expired", detail);

/** A used token. Within its grace it returns the same successor again. After it, the family is revoked. */
async function repeated({ token, scopes, resource, client, sender, by }: Refresh, deps: RefreshTokenDependencies) {
  const { refreshTokens } = deps;
  const spent = await refreshTokens.findSpent(token, client.id, by.at);
  if (spent === undefined) {
    const live = await refreshTokens.findLive(token, { clientId: client.id, sender, resource }, by.at);
    if (live === undefined) throw refused("no match");
    // The token is live but was not rotated. So the sender does not match, there is no one resource server for the
    // access token, or the scope is too wide.
    assertSameSender(live.confirmation, sender, refused);
    await assertForResource(live, { named: resource, sender }, deps);
    throw invalidScope("scope exceeds what was granted");
  }

  const successor = successorOf(spent, token);
  const grace = graceSeconds(client, spent.authorization.confirmation, sender);
  if (successor === undefined || spentVerdict(spent, grace) === "replay") {
    await refreshTokens.revokeFamily(token, client.id, { ...by, type: "refresh_token_replayed" });
    throw refused("replayed");
  }
  assertSameSender(spent.authorization.confirmation, sender, refused);
  if (scopes !== undefined && !narrows(scopes, allScopes(spent.authorization)))
    throw invalidScope("scope exceeds what was granted");
  return { authorization: spent.authorization, refreshToken: successor };
}
