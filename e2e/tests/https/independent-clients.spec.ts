/** Two client libraries by others, through the whole life of a client. */
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn, send } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

const SCOPE = "openid email offline_access";

/** The metadata of a client that uses both flows. */
const metadataAt = (redirectUri: string) => ({
  client_name: "Independent client",
  redirect_uris: [redirectUri],
  grant_types: ["authorization_code", "refresh_token", "implicit"],
  response_types: ["code", "id_token token"],
  token_endpoint_auth_method: "client_secret_basic",
  scope: SCOPE,
});

async function discovered(world: World) {
  const options = { [oauth.customFetch]: fetchIn(world) as never };
  const issuer = new URL(world.issuer);
  return {
    options,
    server: await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options)),
  };
}

test.describe("oauth4webapi", () => {
  test("registers, signs a person in by code, refreshes, introspects, revokes and deletes its registration", async ({
    page,
    world,
    operator,
    person,
  }) => {
    const { server, options } = await discovered(world);
    const redirectUri = `${siteOf(world, "rp")}/cb`;
    const initialAccessToken = await operator.addInitialAccessToken();
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadataAt(redirectUri), { ...options, initialAccessToken }),
    );
    const client: oauth.Client = { client_id: registered.client_id };
    const authentication = oauth.ClientSecretBasic(String(registered.client_secret));

    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    const request = new URL(String(server.authorization_endpoint));
    request.search = String(
      new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }),
    );
    await signInAndAllow(page, request.href, person);
    await page.waitForURL((url) => url.href.startsWith(redirectUri));
    const callback = oauth.validateAuthResponse(server, client, new URL(page.url()), state);

    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      callback,
      redirectUri,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, exchanged, options);
    const sub = String(oauth.getValidatedIdTokenClaims(tokens)?.sub);
    const about = await oauth.userInfoRequest(server, client, tokens.access_token, options);
    expect((await oauth.processUserInfoResponse(server, client, sub, about)).email).toBe("carol@example.com");

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, String(tokens.refresh_token), options),
    );
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    const introspect = async (token: string) =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, authentication, token, options),
      );
    expect(await introspect(refreshed.access_token)).toMatchObject({ active: true, sub, client_id: client.client_id });

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, String(refreshed.refresh_token), options),
    );
    expect(await introspect(refreshed.access_token)).toEqual({ active: false });
    expect((await oauth.userInfoRequest(server, client, refreshed.access_token, options)).status).toBe(401);

    const manage = { method: "DELETE", headers: { authorization: `Bearer ${registered.registration_access_token}` } };
    expect((await send(world, String(registered.registration_client_uri), manage)).status).toBe(204);
    await page.goto(request.href);
    await expect(page.locator("#error-code")).toHaveText("invalid_request");
  });

  test("§5, dcr-01: registers nothing without an initial access token, or with a used one", async ({
    world,
    operator,
  }) => {
    const { server, options } = await discovered(world);
    const metadata = metadataAt(`${siteOf(world, "rp")}/cb`);
    const spent = await operator.addInitialAccessToken();
    expect(
      (await oauth.dynamicClientRegistrationRequest(server, metadata, { ...options, initialAccessToken: spent }))
        .status,
    ).toBe(201);

    for (const initialAccessToken of [undefined, spent, "made-up"]) {
      const sent = initialAccessToken === undefined ? options : { ...options, initialAccessToken };
      const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, sent);
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Bearer")]);
    }
  });
});

test.describe("openid-client", () => {
  test("RFC 9126 §6: registers as a client that must push its requests, and signs a person in by code", async ({
    page,
    world,
    operator,
    person,
  }) => {
    const redirectUri = `${siteOf(world, "rp")}/cb`;
    const configuration = await oidc.dynamicClientRegistration(
      new URL(world.issuer),
      {
        ...metadataAt(redirectUri),
        token_endpoint_auth_method: "client_secret_post",
        require_pushed_authorization_requests: true,
      },
      undefined,
      {
        initialAccessToken: await operator.addInitialAccessToken(),
        [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
      },
    );
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
    const parameters = {
      redirect_uri: redirectUri,
      scope: "openid email",
      response_type: "code",
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    const pushed = await oidc.buildAuthorizationUrlWithPAR(configuration, parameters);
    expect([...pushed.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
    await signInAndAllow(page, pushed.href, person);
    await page.waitForURL((url) => url.href.startsWith(redirectUri));

    const callback = new URL(page.url());
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, checks);
    const about = await oidc.fetchUserInfo(configuration, tokens.access_token, String(tokens.claims()?.sub));
    expect(about.email).toBe("carol@example.com");

    await page.goto(pushed.href);
    await expect(page.locator("#error-code")).toHaveText("invalid_request_uri");
    await page.goto(oidc.buildAuthorizationUrl(configuration, parameters).href);
    expect(new URL(page.url()).searchParams.get("error")).toBe("invalid_request");
  });

  test("registers, and signs a person in by the implicit flow", async ({ page, world, operator, person }) => {
    const redirectUri = `${siteOf(world, "rp")}/cb`;
    const configuration = await oidc.dynamicClientRegistration(
      new URL(world.issuer),
      metadataAt(redirectUri),
      undefined,
      {
        initialAccessToken: await operator.addInitialAccessToken(),
        [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
        execute: [oidc.useIdTokenResponseType],
      },
    );

    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const parameters = {
      redirect_uri: redirectUri,
      scope: "openid email",
      response_type: "id_token token",
      state,
      nonce,
    };
    await signInAndAllow(page, oidc.buildAuthorizationUrl(configuration, parameters).href, person);
    await page.waitForURL((url) => url.href.startsWith(`${redirectUri}#`));

    const answer = new URLSearchParams(new URL(page.url()).hash.slice(1));
    expect(answer.get("state")).toBe(state);
    const about = await oidc.fetchUserInfo(configuration, String(answer.get("access_token")), oidc.skipSubjectCheck);
    expect(about.email).toBe("carol@example.com");
    const [, payload = ""] = String(answer.get("id_token")).split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ nonce, sub: about.sub });
  });
});
