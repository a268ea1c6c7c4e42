/** Authorization code grant: RFC 6749 §4.1.3, with PKCE (RFC 7636 §4.5). */
import {
  codeChallengeOf,
  invalidGrant,
  parseScope,
  refreshConfirmation,
  scopesLeft,
  yieldsRefreshToken,
} from "@countersign/rules";
import { z } from "zod";
import type { AuthorizationStore } from "../../platform/stores/issued/authorizations.ts";
import type { RefreshTokenStore } from "../../platform/stores/issued/refresh-tokens.ts";
import {
  type AudienceDependencies,
  assertDetailsGranted,
  assertForResource,
  audienceFor,
  namedResource,
} from "../tokens/audience.ts";
import type { TokenIssuer } from "../tokens/token-issuer.ts";
import { askedDetails } from "./asked-details.ts";
import { defineGrant } from "./grant.ts";

interface AuthorizationCodeDependencies extends AudienceDependencies {
  readonly authorizations: Pick<AuthorizationStore, "redeemCode" | "findLive" | "explainMiss">;
  readonly refreshTokens: Pick<RefreshTokenStore, "create">;
  readonly tokens: Pick<TokenIssuer, "issueWithIdToken" | "assertDeliverable" | "maxTokenTtlSeconds">;
  readonly now: () => Date;
}

export const authorizationCode = defineGrant({
  grantType: "authorization_code",

  // A request without a redirect URI or a verifier is well-formed; it may still not match the code.
  params: z.object({
    code: z.string(),
    redirect_uri: z
      .string()
      .regex(/^[^\0]*$/, "must not have a NUL")
      .optional(),
    code_verifier: z.string().optional(),
    scope: z.string().optional(),
    authorization_details: z.string().optional(),
  }),

  async exchange({ params, resources, client, sender, address, reference }, deps: AuthorizationCodeDependencies) {
    const { authorizations, refreshTokens, tokens, now } = deps;
    const at = now();
    const resource = await namedResource(resources, client, deps);
    const binding = {
      clientId: client.id,
      redirectUri: params.redirect_uri,
      codeChallenge: codeChallengeOf(params.code_verifier),
      sender,
      resource,
    };
    // Specification §4.2: a scope here may narrow the approved scope. It never widens it.
    const scopes = params.scope === undefined ? undefined : parseScope(params.scope);
    const asked = { named: resource, scopes };

    const details = askedDetails(params, client, deps);
    if (details !== undefined)
      assertDetailsGranted(await authorizations.findLive(params.code, binding, at, scopes), asked, details);

    // Checked first: a code must not be spent on an ID token that the client could not decrypt.
    await tokens.assertDeliverable(client);

    // §4.1.3: the code must be live, and must match the client, redirect URI, verifier and sender. One statement checks
    // this and spends the code. So one caller wins, and a caller that does not match spends nothing.
    const redeemed = await authorizations.redeemCode(params.code, binding, scopes, at, tokens.maxTokenTtlSeconds);

    if (redeemed === undefined) {
      // §4.1.2: a code that is used twice was stolen, so the tokens issued for it are revoked.
      const reason = await authorizations.explainMiss(params.code, binding, { at, address, reference }, scopes);
      if (typeof reason === "string") throw invalidGrant("authorization code is invalid or expired", reason);
      await assertForResource(reason, { ...asked, sender }, deps);
      throw invalidGrant("authorization code is invalid or expired", "changed meanwhile");
    }

    // A scope that was removed from the client's registration is no longer granted, whenever it was approved.
    const audience = await audienceFor(redeemed, { named: resource, asked: scopes, details, client }, deps);
    const authorization = { ...redeemed, scopes: scopesLeft(redeemed.scopes, client) };

    // The code is spent before anything is signed. A failed signature costs the person a new login; a replayed code
    // would cost them the account.
    const response = await tokens.issueWithIdToken({ authorization, client, audience }, sender, at);
    if (!yieldsRefreshToken(client, authorization.scopes)) return response;

    const refreshToken = await refreshTokens.create(authorization.id, refreshConfirmation(client, sender), at);
    if (refreshToken === undefined) throw invalidGrant("authorization code is invalid or expired", "revoked meanwhile");
    return { ...response, refresh_token: refreshToken };
  },
});
