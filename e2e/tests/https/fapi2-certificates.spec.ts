/**
 * FAPI 2.0 Security Profile with certificates (RFC 8705) and two client libraries by others: the client authenticates
 * with its certificate, and its access tokens are bound to it.
 */
import { createHash, X509Certificate } from "node:crypto";
import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { certificateOptions } from "../../support/certificate-options.ts";
import { fetchIn, send } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { type CertifiedKey, makeSelfSigned } from "../../support/worlds/certificates.ts";
import { replicasOf } from "../../support/worlds/composed.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

// biome-ignore lint/suspicious/noSkippedTests: the listener ends TLS itself, and containers have no port for it
test.skip(replicasOf(process.env) > 0, "the containers have no listener for certificates");

const scope = "openid email offline_access";

/** Adds a client of the profile `fapi2` that knows no secret and no key other than its certificate. */
async function addBank(operator: Operator, world: World, certificate: CertifiedKey) {
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const { clientId } = await operator.addClient(
    ...["--name", "Bank", "--profile", "fapi2", "--redirect-uri", redirectUri, "--scope", scope],
    ...["--grant-type", "authorization_code", "--grant-type", "refresh_token"],
    ...certificateOptions(world, certificate),
    "--tls-client-certificate-bound-access-tokens",
  );
  return { clientId, redirectUri };
}

/** RFC 8705 §3.1: the token names the certificate, and /userinfo accepts it only on a connection with that one. */
async function expectBound(world: World, accessToken: string, userinfo: string, own: CertifiedKey): Promise<void> {
  const { raw } = new X509Certificate(own.certificate);
  const thumbprint = createHash("sha256").update(raw).digest("base64url");
  expect(decodeJwt(accessToken).cnf).toEqual({ "x5t#S256": thumbprint });

  const headers = { authorization: `Bearer ${accessToken}` };
  const thief = await makeSelfSigned("thief.test");
  for (const [certificate, status] of [[own, 200] as const, [thief, 401] as const, [undefined, 401] as const])
    expect((await send(world, userinfo, { headers, certificate })).status).toBe(status);
  expect((await send(world, `${world.resource}/userinfo`, { headers })).status).toBe(401);
}

test("openid-client: a client with a certificate of an authority, from the push to the refreshed token", async ({
  page,
  world,
  operator,
  person,
}) => {
  const certificate = world.clientCertificate ?? (await makeSelfSigned("never.test"));
  const { clientId, redirectUri } = await addBank(operator, world, certificate);
  const metadata = { use_mtls_endpoint_aliases: true, id_token_signed_response_alg: "PS256" };
  const options = { [oidc.customFetch]: fetchIn(world, certificate) as oidc.CustomFetch };
  const configuration = await oidc.discovery(new URL(world.issuer), clientId, metadata, oidc.TlsClientAuth(), options);

  const [pkceCodeVerifier, expectedNonce, expectedState] = [
    oidc.randomPKCECodeVerifier(),
    oidc.randomNonce(),
    oidc.randomState(),
  ];
  const address = await oidc.buildAuthorizationUrlWithPAR(configuration, {
    redirect_uri: redirectUri,
    scope,
    nonce: expectedNonce,
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  await signInAndAllow(page, address.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const checks = { pkceCodeVerifier, expectedNonce, expectedState };
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), checks);
  const sub = String(tokens.claims()?.sub);
  expect((await oidc.fetchUserInfo(configuration, tokens.access_token, sub)).email).toBe("carol@example.com");

  const refreshed = await oidc.refreshTokenGrant(configuration, String(tokens.refresh_token));
  const { mtls_endpoint_aliases: aliases } = configuration.serverMetadata();
  await expectBound(world, refreshed.access_token, String(aliases?.userinfo_endpoint), certificate);
  expect(await oidc.tokenIntrospection(configuration, refreshed.access_token)).toMatchObject({
    active: true,
    cnf: decodeJwt(refreshed.access_token).cnf,
  });

  // RFC 8705 §2: with another certificate, or at the public listener, it is not this client.
  for (const other of [await makeSelfSigned("client.rp.test"), undefined]) {
    const foreign = other === undefined ? { ...metadata, use_mtls_endpoint_aliases: false } : metadata;
    const stranger = new oidc.Configuration(configuration.serverMetadata(), clientId, foreign, oidc.TlsClientAuth());
    stranger[oidc.customFetch] = fetchIn(world, other) as oidc.CustomFetch;
    await expect(oidc.refreshTokenGrant(stranger, String(tokens.refresh_token))).rejects.toMatchObject({ status: 401 });
  }

  await oidc.tokenRevocation(configuration, String(tokens.refresh_token));
  await expect(oidc.refreshTokenGrant(configuration, String(tokens.refresh_token))).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("oauth4webapi: a client with a self-signed certificate, from the push to userinfo", async ({
  page,
  world,
  operator,
  person,
}) => {
  const certificate = await makeSelfSigned("bank.rp.test");
  const { clientId, redirectUri } = await addBank(operator, world, certificate);
  const options = { [oauth.customFetch]: fetchIn(world, certificate) as never };
  const issuer = new URL(world.issuer);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
  const client: oauth.Client = {
    client_id: clientId,
    use_mtls_endpoint_aliases: true,
    id_token_signed_response_alg: "PS256",
  };
  const authentication = oauth.TlsClientAuth();

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
  const pushing = await oauth.pushedAuthorizationRequest(server, client, authentication, request, options);
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, pushing);
  const address = new URL(String(server.authorization_endpoint));
  address.search = String(new URLSearchParams({ client_id: clientId, request_uri }));
  await signInAndAllow(page, address.href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));

  const callback = oauth.validateAuthResponse(server, client, new URL(page.url()), state);
  const redeem = (by: typeof options) =>
    oauth.authorizationCodeGrantRequest(server, client, authentication, callback, redirectUri, verifier, by);
  // RFC 8705 §2.2: a certificate that the client did not register does not authenticate it, and the code stays.
  const stranger = { [oauth.customFetch]: fetchIn(world, await makeSelfSigned("bank.rp.test")) as never };
  expect((await redeem(stranger)).status).toBe(401);

  const tokens = await oauth.processAuthorizationCodeResponse(server, client, await redeem(options), {
    expectedNonce: nonce,
  });
  const sub = String(oauth.getValidatedIdTokenClaims(tokens)?.sub);
  const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  expect((await oauth.processUserInfoResponse(server, client, sub, asked)).email).toBe("carol@example.com");
  await expectBound(world, tokens.access_token, String(server.mtls_endpoint_aliases?.userinfo_endpoint), certificate);
});
