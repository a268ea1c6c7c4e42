/** Refresh token grant: RFC 6749 §6, with rotation as in RFC 9700 §4.14.2, and OIDC Core §12 and §12.2. */
import {
  assertSameSender,
  graceSeconds,
  invalidGrant,
  parseScope,
  refreshConfirmation,
  rotatesRefreshTokens,
  type Secret,
  scopesLeft,
  spentVerdict,
} from "@countersign/rules";
import { z } from "zod";
import type { Occurrence } from "../../platform/stores/audit/audit-events.ts";
import type { Authorization } from "../../platform/stores/issued/authorization-row.ts";
import { type RefreshTokenStore, successorOf } from "../../platform/stores/issued/refresh-tokens.ts";
import {
  type AudienceDependencies,
  assertDetailsGranted,
  assertForResource,
  assertGranted,
  audienceFor,
  namedResource,
} from "../tokens/audience.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { askedDetails } from "./asked-details.ts";
import { defineGrant, type Requester } from "./grant.ts";

type Used = "rotate" | "prolong" | "findSpent" | "findLive" | "resume" | "revokeFamily";

interface RefreshTokenDependencies extends AudienceDependencies {
  readonly refreshTokens: Pick<RefreshTokenStore, Used>;
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

  async exchange({ params, resources, client, sender, address, reference }, deps: RefreshTokenDependencies) {
    const at = deps.now();
    const resource = await namedResource(resources, client, deps);
    // §6: a scope here may narrow the new access token. It never widens the granted scope.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    const refresh = { token: params.refresh_token, scopes, resource, client, sender, by: { at, address, reference } };

    // RFC 9396 §6.1: details here are for the new access token. The refresh token keeps all that were granted.
    const details = askedDetails(params, client, deps);
    if (details !== undefined) {
      assertDetailsGranted(await live(refresh, deps), { named: resource, scopes }, details);
    }

    await deps.tokens.assertDeliverable(client);

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
  round = 1,
): Promise<{ readonly authorization: Authorization; readonly refreshToken?: Secret }> {
  const { token, client, sender, resource, scopes, by } = refresh;
  const { rotate, prolong } = deps.refreshTokens;
  // RFC 9449 §5: the successor for a public client is bound to the key of this request.
  const holder = { clientId: client.id, sender, resource, binds: refreshConfirmation(client, sender) };
  const use = rotatesRefreshTokens(client) ? rotate : prolong;
  return (await use(token, holder, scopes, by.at)) ?? repeated(refresh, deps, round);
}

/** What a live token gives access to, also one that the database lost. It is not spent. */
async function live(
  { token, scopes, resource, client, sender, by }: Refresh,
  { refreshTokens }: RefreshTokenDependencies,
) {
  const find = () => refreshTokens.findLive(token, { clientId: client.id, sender, resource }, by.at, scopes);
  return (await find()) ?? ((await refreshTokens.resume(token, client.id, by)) === "unknown" ? undefined : find());
}

const refused = (detail: string) => invalidGrant("refresh token is invalid or expired", detail);

/** Between two statements another caller may bring a lost token back, and then use it. So they are sent again. */
const MOST_ROUNDS = 3;

/** A used token. Within its grace it returns the same successor again. After it, the family is revoked. */
async function repeated(refresh: Refresh, deps: RefreshTokenDependencies, round: number): ReturnType<typeof used> {
  const { token, scopes, resource, client, sender, by } = refresh;
  const { refreshTokens } = deps;
  const spent = await refreshTokens.findSpent(token, client.id, by.at);
  if (spent === undefined) {
    const live = await refreshTokens.findLive(token, { clientId: client.id, sender, resource }, by.at, scopes);
    if (live === undefined) {
      const verdict = await refreshTokens.resume(token, client.id, by);
      if (verdict !== "unknown" && round < MOST_ROUNDS) return used(refresh, deps, round + 1);
      throw refused("no match");
    }
    // The token is live but was not rotated. So the sender does not match, there is no one resource server for the
    // access token, or the scope is too wide; or another caller has just brought it back.
    assertSameSender(live.confirmation, sender, refused);
    await assertForResource(live, { named: resource, scopes, sender }, deps);
    if (round < MOST_ROUNDS) return used(refresh, deps, round + 1);
    throw refused("changed meanwhile");
  }

  const successor = successorOf(spent, token);
  const grace = graceSeconds(client, spent.authorization.confirmation, sender);
  if (successor === undefined || spentVerdict(spent, grace) === "replay") {
    await refreshTokens.revokeFamily(token, client.id, { ...by, type: "refresh_token_replayed" });
    throw refused("replayed");
  }
  assertSameSender(spent.authorization.confirmation, sender, refused);
  assertGranted(scopes, spent.authorization);
  return { authorization: spent.authorization, refreshToken: successor };
}
