/** RFC 9449 with a client library by others: openid-client makes the proofs. */
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn, send } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf } from "../../support/worlds/world.ts";

test("RFC 9449 §5 and §10: a public client with a key, from its code to its refreshed tokens", async ({
  page,
  world,
  operator,
  person,
}) => {
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const scope = "openid email offline_access";
  const metadata = {
    client_name: "A client with a key",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
    dpop_bound_access_tokens: true,
    scope,
  };
  const configuration = await oidc.dynamicClientRegistration(new URL(world.issuer), metadata, oidc.None(), {
    initialAccessToken: await operator.addInitialAccessToken(),
    [oidc.customFetch]: fetchIn(world),
  });
  const DPoP = oidc.getDPoPHandle(configuration, await oidc.randomDPoPKeyPair("ES256"));
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const request = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    dpop_jkt: await DPoP.calculateThumbprint(),
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  await signInAndAllow(page, request.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const callback = new URL(page.url());
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier }, undefined, { DPoP });
  expect(tokens.token_type).toBe("dpop"); // the library writes it in lower case
  const sub = String(tokens.claims()?.sub);
  const about = await oidc.fetchUserInfo(configuration, tokens.access_token, sub, { DPoP });
  expect(about.email).toBe("carol@example.com");

  const refreshed = await oidc.refreshTokenGrant(configuration, String(tokens.refresh_token), undefined, { DPoP });
  expect(refreshed.token_type).toBe("dpop");
  expect((await oidc.fetchUserInfo(configuration, refreshed.access_token, sub, { DPoP })).sub).toBe(sub);

  // A thief has the tokens, and no key.
  const stolen = { authorization: `Bearer ${refreshed.access_token}` };
  expect((await send(world, `${world.resource}/userinfo`, { headers: stolen })).status).toBe(401);
  const thief = oidc.getDPoPHandle(configuration, await oidc.randomDPoPKeyPair("ES256"));
  await expect(
    oidc.refreshTokenGrant(configuration, String(refreshed.refresh_token), undefined, { DPoP: thief }),
  ).rejects.toMatchObject({ error: "invalid_grant" });
});
