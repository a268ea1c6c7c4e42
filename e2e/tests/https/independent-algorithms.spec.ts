/** Two client libraries by others, and every signature algorithm that they support. */
import * as jose from "jose";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import { siteOf } from "../../support/worlds/world.ts";

/** A client authentication method, in the terms of openid-client. */
const AUTHENTICATIONS: Readonly<Record<string, (secret: string) => oidc.ClientAuth>> = {
  client_secret_jwt: oidc.ClientSecretJwt,
  client_secret_basic: oidc.ClientSecretBasic,
};

test.describe("OIDC Core §9 and §10.1: openid-client and jose", () => {
  for (const [alg, method] of [
    ["HS256", "client_secret_jwt"],
    ["ES512", "client_secret_jwt"],
    ["PS256", "client_secret_basic"],
    ["Ed25519", "client_secret_basic"],
  ] as const) {
    test(`accept ID tokens by ${alg}, for a client that authenticates by ${method}`, async ({
      page,
      world,
      operator,
      person,
    }) => {
      const redirectUri = `${siteOf(world, "rp")}/cb`;
      const options = { [oauth.customFetch]: fetchIn(world) as never };
      const issuer = new URL(world.issuer);
      const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
      const registered = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(
          server,
          {
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: method,
            id_token_signed_response_alg: alg,
            scope: "openid email",
          },
          { ...options, initialAccessToken: await operator.addInitialAccessToken() },
        ),
      );
      const secret = String(registered.client_secret);
      const client = { client_secret: secret, id_token_signed_response_alg: alg };
      const configuration = new oidc.Configuration(
        server,
        registered.client_id,
        client,
        AUTHENTICATIONS[method]?.(secret),
      );
      configuration[oidc.customFetch] = fetchIn(world) as oidc.CustomFetch;
      // It verifies with published keys only, and a shared secret is not published. For that, jose is used below.
      if (alg !== "HS256") oidc.enableNonRepudiationChecks(configuration);

      const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
      const request = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      await signInAndAllow(page, request.href, person);
      await page.waitForURL((url) => url.href.startsWith(redirectUri));
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      });
      expect(jose.decodeProtectedHeader(String(tokens.id_token)).alg).toBe(alg);
      if (alg === "HS256") await jose.jwtVerify(String(tokens.id_token), Buffer.from(secret), { issuer: world.issuer });
      expect(tokens.claims()?.aud).toBe(registered.client_id);
    });
  }
});
