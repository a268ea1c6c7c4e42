/** Signed requests and responses (RFC 9101, JARM, RFC 9701) with two client libraries by others. */
import { setTimeout as wait } from "node:timers/promises";
import { exportJWK, generateKeyPair } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

/** Assertions made within ten seconds of the creation of the store of used assertions are refused. */
const assertionsCount = ({ readyAt }: World) => wait(Math.max(0, readyAt + 11_000 - Date.now()));

/** A client that pushes signed requests and accepts only signed responses, with the keys that it has. */
async function signingClient(world: World) {
  const [signing, encryption] = await Promise.all([
    generateKeyPair("ES256", { extractable: true }),
    generateKeyPair("ECDH-ES+A256KW", { extractable: true }),
  ]);
  const keys = [
    { ...(await exportJWK(signing.publicKey)), kid: "sig", use: "sig", alg: "ES256" },
    { ...(await exportJWK(encryption.publicKey)), kid: "enc", use: "enc" },
  ];
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const metadata = {
    client_name: "Signed messages",
    profile: "oauth21",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys },
    scope: "openid email",
    require_pushed_authorization_requests: true,
    require_signed_request_object: true,
    request_object_signing_alg: "ES256",
    response_modes: ["jwt"],
    authorization_signed_response_alg: "PS256",
    introspection_signed_response_alg: "EdDSA",
  };
  return { metadata, redirectUri, signing: { key: signing.privateKey, kid: "sig" }, encryption: encryption.privateKey };
}

for (const encrypted of [undefined, "ECDH-ES+A256KW"]) {
  test(`RFC 9101 §4, JARM §2: openid-client pushes a signed request and reads a response ${
    encrypted === undefined ? "that is signed" : "that is also encrypted"
  }`, async ({ page, world, operator, person }) => {
    await assertionsCount(world);
    const { metadata, redirectUri, signing, encryption } = await signingClient(world);
    const wish = encrypted === undefined ? {} : { authorization_encrypted_response_alg: encrypted };
    const configuration = await oidc.dynamicClientRegistration(
      new URL(world.issuer),
      { ...metadata, ...wish } as Partial<oidc.ClientMetadata>,
      oidc.PrivateKeyJwt(signing),
      {
        initialAccessToken: await operator.addInitialAccessToken(),
        [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
        execute: [oidc.useJwtResponseMode],
      },
    );
    if (encrypted !== undefined) {
      oidc.enableDecryptingResponses(configuration, ["A128CBC-HS256"], { key: encryption, kid: "enc" });
    }

    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const [expectedNonce, expectedState] = [oidc.randomNonce(), oidc.randomState()];
    const parameters = {
      redirect_uri: redirectUri,
      scope: "openid email",
      nonce: expectedNonce,
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
    };
    const { searchParams } = await oidc.buildAuthorizationUrlWithJAR(configuration, parameters, signing);
    const address = await oidc.buildAuthorizationUrlWithPAR(configuration, searchParams);
    expect([...address.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    // Neither a request without a signature nor one that is not pushed is accepted.
    await expect(oidc.buildAuthorizationUrlWithPAR(configuration, parameters)).rejects.toMatchObject({
      error: "invalid_request",
    });

    await signInAndAllow(page, address.href, person);
    await page.waitForURL((url) => url.href.startsWith(redirectUri));
    const callback = new URL(page.url());
    expect([...callback.searchParams.keys()]).toEqual(["response"]);
    expect(callback.searchParams.get("response")?.split(".")).toHaveLength(encrypted === undefined ? 3 : 5);

    const checks = { pkceCodeVerifier, expectedNonce, expectedState };
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, checks);
    expect(tokens.claims()?.aud).toBe(configuration.clientMetadata().client_id);
  });
}

test("JARM §2.4, RFC 9701 §5: oauth4webapi verifies the response of an authorization and of introspection", async ({
  page,
  world,
  operator,
  person,
}) => {
  await assertionsCount(world);
  const options = { [oauth.customFetch]: fetchIn(world) as never };
  const issuer = new URL(world.issuer);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  const { metadata, redirectUri, signing } = await signingClient(world);
  const initialAccessToken = await operator.addInitialAccessToken();
  const registered = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, metadata, { ...options, initialAccessToken }),
  );
  const client: oauth.Client = {
    client_id: registered.client_id,
    authorization_signed_response_alg: "PS256",
    introspection_signed_response_alg: "EdDSA",
  };
  const authentication = oauth.PrivateKeyJwt(signing);

  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const request = await oauth.issueRequestObject(
    server,
    client,
    {
      response_type: "code",
      response_mode: "jwt",
      redirect_uri: redirectUri,
      scope: "openid email",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    },
    signing,
  );
  const { request_uri } = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(server, client, authentication, { request }, options),
  );
  const address = new URL(String(server.authorization_endpoint));
  address.search = String(new URLSearchParams({ client_id: client.client_id, request_uri }));
  await signInAndAllow(page, address.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const callback = await oauth.validateJwtAuthResponse(server, client, new URL(page.url()), state, options);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, authentication, callback, redirectUri, verifier, options),
  );

  const introspect = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      client,
      await oauth.introspectionRequest(server, client, authentication, token, options),
    );
  expect(await introspect(tokens.access_token)).toMatchObject({ active: true, client_id: client.client_id });
  expect(await introspect("another")).toEqual({ active: false });
});

test("JARM §2.1: a person who refuses sends a signed error to the client", async ({ page, world, operator }) => {
  await assertionsCount(world);
  const { metadata, redirectUri, signing } = await signingClient(world);
  const configuration = await oidc.dynamicClientRegistration(
    new URL(world.issuer),
    { ...metadata, response_modes: ["form_post.jwt", "jwt"] } as Partial<oidc.ClientMetadata>,
    oidc.PrivateKeyJwt(signing),
    {
      initialAccessToken: await operator.addInitialAccessToken(),
      [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
      execute: [oidc.useJwtResponseMode],
    },
  );
  const expectedState = oidc.randomState();
  const parameters = {
    redirect_uri: redirectUri,
    scope: "openid",
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: "S256",
  };
  const { searchParams } = await oidc.buildAuthorizationUrlWithJAR(configuration, parameters, signing);
  const address = await oidc.buildAuthorizationUrlWithPAR(configuration, searchParams);
  await page.goto(address.href);
  await page.locator("#cancel").click();
  await page.waitForURL((url) => url.href.startsWith(redirectUri));
  await expect(
    oidc.authorizationCodeGrant(configuration, new URL(page.url()), { expectedState, pkceCodeVerifier: "x" }),
  ).rejects.toMatchObject({ error: "access_denied" });
});
