/** Authorization code grant: RFC 6749 §4.1.3, with PKCE (RFC 7636 §4.5). */
import {
  codeChallengeOf,
  invalidGrant,
  invalidScope,
  parseScope,
  type Resource,
  refreshConfirmation,
  scopesLeft,
  yieldsRefreshToken,
} from "@countersign/rules";
import { z } from "zod";
import type { AuthorizationStore } from "../stores/issued/authorizations.ts";
import type { RefreshTokenStore } from "../stores/issued/refresh-tokens.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { assertResource, defineGrant } from "./grant.ts";

interface AuthorizationCodeDependencies {
  readonly authorizations: Pick<AuthorizationStore, "redeemCode" | "explainMiss">;
  readonly refreshTokens: Pick<RefreshTokenStore, "create">;
  readonly userinfoResource: Resource;
  readonly tokens: Pick<TokenIssuer, "issueWithIdToken" | "assertDeliverable" | "maxTokenTtlSeconds">;
  readonly now: () => Date;
}

export const authorizationCode = defineGrant({
  grantType: "authorization_code",

  // Without a redirect URI or a verifier the request is well-formed; it just may not match.
  params: z.object({
    code: z.string(),
    redirect_uri: z
      .string()
      .regex(/^[^\0]*$/)
      .optional(),
    code_verifier: z.string().optional(),
    scope: z.string().optional(),
    resource: z.string().optional(),
  }),

  async exchange({ params, client, sender, address }, deps: AuthorizationCodeDependencies) {
    const { authorizations, refreshTokens, userinfoResource, tokens, now } = deps;
    const at = now();
    assertResource(params.resource, userinfoResource);
    const binding = {
      clientId: client.id,
      redirectUri: params.redirect_uri,
      codeChallenge: codeChallengeOf(params.code_verifier),
      sender,
    };
    // Specification §4.2: a scope here may narrow what the person approved, and never widens it.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);

    // A code that is spent on an ID token nobody could read would be lost.
    await tokens.assertDeliverable(client);

    // §4.1.3: the code must be live, and of this client, redirect URI, verifier and sender.
    // One statement checks that and spends the code: one caller wins, and who does not match spends nothing.
    const redeemed = await authorizations.redeemCode(params.code, binding, scopes, at, tokens.maxTokenTtlSeconds);

    if (redeemed === undefined) {
      // §4.1.2: a code used twice is a stolen code, so what it bought dies.
      const reason = await authorizations.explainMiss(params.code, binding, { at, address });
      if (reason === "scope_exceeded") throw invalidScope("scope exceeds what was granted");
      throw invalidGrant("authorization code is invalid or expired", reason);
    }

    // A scope that was taken out of the registration is given no more, whenever it was granted.
    const authorization = { ...redeemed, scopes: scopesLeft(redeemed.scopes, client) };

    // Spent before anything is signed: a failed signature costs the user a new
    // login, a replayed code would cost them the account.
    const response = await tokens.issueWithIdToken({ authorization, client }, sender, at);
    if (!yieldsRefreshToken(client, authorization.scopes)) return response;

    const refreshToken = await refreshTokens.create(authorization.id, refreshConfirmation(client, sender), at);
    if (refreshToken === undefined) throw invalidGrant("authorization code is invalid or expired", "revoked meanwhile");
    return { ...response, refresh_token: refreshToken };
  },
});
