/** FAPI 2.0 Security Profile with two client libraries by others: private_key_jwt, PAR, PKCE and DPoP. */
import { setTimeout as wait } from "node:timers/promises";
import { exportJWK, generateKeyPair } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn, send } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

const scope = "openid email offline_access";

/** Assertions made within ten seconds of the creation of the store of used assertions are refused. */
const assertionsCount = ({ readyAt }: World) => wait(Math.max(0, readyAt + 11_000 - Date.now()));

/** What a client registers, and its key. */
async function bank(world: World) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const metadata = {
    client_name: "Bank",
    profile: "fapi2",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    scope,
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: "bank" }] },
    id_token_signed_response_alg: "PS256",
  };
  return { metadata, redirectUri, key: { key: privateKey, kid: "bank" } };
}

/** RFC 9449 §8: a request that needs a nonce is sent again with it. The library keeps the nonce. */
async function withNonce<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (err) {
    if (!oauth.isDPoPNonceError(err)) throw err;
    return ask();
  }
}

test("openid-client: from the pushed request to the refreshed token", async ({ page, world, operator, person }) => {
  await assertionsCount(world);
  const { metadata, redirectUri, key } = await bank(world);
  const configuration = await oidc.dynamicClientRegistration(
    new URL(world.issuer),
    metadata as Partial<oidc.ClientMetadata>,
    oidc.PrivateKeyJwt(key),
    {
      initialAccessToken: await operator.addInitialAccessToken(),
      [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
    },
  );
  const DPoP = oidc.getDPoPHandle(configuration, await oidc.randomDPoPKeyPair("ES256"));
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const [expectedNonce, expectedState] = [oidc.randomNonce(), oidc.randomState()];
  const parameters = {
    redirect_uri: redirectUri,
    scope,
    nonce: expectedNonce,
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  };
  const address = await oidc.buildAuthorizationUrlWithPAR(configuration, parameters, { DPoP });
  await signInAndAllow(page, address.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const checks = { pkceCodeVerifier, expectedNonce, expectedState };
  const callback = new URL(page.url());
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, checks, undefined, { DPoP });
  const sub = String(tokens.claims()?.sub);
  expect((await oidc.fetchUserInfo(configuration, tokens.access_token, sub, { DPoP })).email).toBe("carol@example.com");

  // §5.3.2.1 item 9: the refresh token stays.
  for (const _ of ["first", "second"]) {
    const refreshed = await oidc.refreshTokenGrant(configuration, String(tokens.refresh_token), undefined, { DPoP });
    expect([refreshed.token_type, refreshed.refresh_token]).toEqual(["dpop", undefined]);
  }
  await expect(oidc.refreshTokenGrant(configuration, String(tokens.refresh_token))).rejects.toMatchObject({
    error: "invalid_dpop_proof",
  });

  // A request that was not pushed is refused.
  const plain = oidc.buildAuthorizationUrl(configuration, parameters);
  expect((await send(world, plain.href)).status).toBe(400);
});

test("oauth4webapi: client authentication, pushed request, code and userinfo", async ({
  page,
  world,
  operator,
  person,
}) => {
  await assertionsCount(world);
  const options = { [oauth.customFetch]: fetchIn(world) as never };
  const issuer = new URL(world.issuer);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  const { metadata, redirectUri, key } = await bank(world);
  const client: oauth.Client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, metadata as Partial<oauth.Client>, {
      ...options,
      initialAccessToken: await operator.addInitialAccessToken(),
    }),
  );
  const authentication = oauth.PrivateKeyJwt(key);
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair("ES256"));

  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const request = {
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  const bound = { ...options, DPoP };
  const { request_uri } = await withNonce(async () =>
    oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(server, client, authentication, request, bound),
    ),
  );
  const address = new URL(String(server.authorization_endpoint));
  address.search = String(new URLSearchParams({ client_id: client.client_id, request_uri }));
  await signInAndAllow(page, address.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const callback = oauth.validateAuthResponse(server, client, new URL(page.url()), state);
  const tokens = await withNonce(async () =>
    oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, authentication, callback, redirectUri, verifier, bound),
      { expectedNonce: nonce },
    ),
  );
  const sub = String(oauth.getValidatedIdTokenClaims(tokens)?.sub);
  const about = await withNonce(async () =>
    oauth.processUserInfoResponse(
      server,
      client,
      sub,
      await oauth.userInfoRequest(server, client, tokens.access_token, bound),
    ),
  );
  expect(about.email).toBe("carol@example.com");
});
