/**
 * Responses that only the client can decrypt, and requests that only we can decrypt, with a client library by others.
 */
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import * as oidc from "openid-client";
import { signInAndAllow } from "../../support/browser/pages.ts";
import { fetchIn, send } from "../../support/http.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

const ENCS = ["A128CBC-HS256", "A256GCM"];

/** A client that registers itself with an encryption key, and decrypts every response. */
async function registeredWith(world: World, operator: Operator, wish: Partial<oidc.ClientMetadata>, keyAlg: string) {
  const encryption = await generateKeyPair(keyAlg, { extractable: true });
  const keys = [{ ...(await exportJWK(encryption.publicKey)), kid: "enc", use: "enc" }];
  const redirectUri = `${siteOf(world, "rp")}/cb`;
  const metadata = {
    client_name: "Sealed",
    token_endpoint_auth_method: "client_secret_post",
    redirect_uris: [redirectUri],
    scope: "openid email",
    jwks: { keys },
    ...wish,
  };
  const configuration = await oidc.dynamicClientRegistration(new URL(world.issuer), metadata, undefined, {
    initialAccessToken: await operator.addInitialAccessToken(),
    [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
    execute: [oidc.enableNonRepudiationChecks],
  });
  oidc.enableDecryptingResponses(configuration, ENCS, { key: encryption.privateKey, kid: "enc" });
  return { configuration, redirectUri };
}

async function begun(redirectUri: string) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [nonce, state] = [oidc.randomNonce(), oidc.randomState()];
  const parameters = {
    redirect_uri: redirectUri,
    scope: "openid email",
    response_type: "code",
    nonce,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  return { parameters, checks: { expectedNonce: nonce, expectedState: state, pkceCodeVerifier: verifier } };
}

for (const [alg, enc] of [
  ["RSA-OAEP-256", "A128CBC-HS256"],
  ["ECDH-ES+A256KW", "A256GCM"],
] as const) {
  test(`OIDC Core §10.2, §5.3.2: openid-client reads ID token and claims encrypted with ${alg} and ${enc}`, async ({
    page,
    world,
    operator,
    person,
  }) => {
    const wish = {
      id_token_encrypted_response_alg: alg,
      id_token_encrypted_response_enc: enc,
      userinfo_signed_response_alg: "ES256",
      userinfo_encrypted_response_alg: alg,
      userinfo_encrypted_response_enc: enc,
    };
    const { configuration, redirectUri } = await registeredWith(world, operator, wish, alg);
    const { parameters, checks } = await begun(redirectUri);
    await signInAndAllow(page, oidc.buildAuthorizationUrl(configuration, parameters).href, person);
    await page.waitForURL((url) => url.href.startsWith(redirectUri));

    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), checks);
    expect(tokens.id_token?.split(".")).toHaveLength(5);
    const sub = String(tokens.claims()?.sub);
    const about = await oidc.fetchUserInfo(configuration, tokens.access_token, sub);
    expect(about).toMatchObject({ sub, email: "carol@example.com" });

    const answer = await send(world, `${world.resource}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(answer.headers["content-type"]).toBe("application/jwt");
    expect(answer.body.split(".")).toHaveLength(5);
  });
}

test("OIDC Core §5.3.2: openid-client verifies claims that were only signed", async ({
  page,
  world,
  operator,
  person,
}) => {
  const wish = { userinfo_signed_response_alg: "RS256" };
  const { configuration, redirectUri } = await registeredWith(world, operator, wish, "RSA-OAEP-256");
  const { parameters, checks } = await begun(redirectUri);
  await signInAndAllow(page, oidc.buildAuthorizationUrl(configuration, parameters).href, person);
  await page.waitForURL((url) => url.href.startsWith(redirectUri));
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), checks);
  const about = await oidc.fetchUserInfo(configuration, tokens.access_token, String(tokens.claims()?.sub));
  expect(about).toMatchObject({ iss: world.issuer, email: "carol@example.com" });
});

for (const alg of ["RSA-OAEP", "RSA-OAEP-256", "ECDH-ES"]) {
  test(`RFC 9101 §6.1: a request that was signed by the client and encrypted for us with ${alg} yields a code`, async ({
    page,
    world,
    operator,
    person,
  }) => {
    const signing = await generateKeyPair("ES256", { extractable: true });
    const keys = [{ ...(await exportJWK(signing.publicKey)), kid: "sig", use: "sig" }];
    const wish = { jwks: { keys }, request_object_encryption_alg: alg };
    const { configuration, redirectUri } = await registeredWith(world, operator, wish, alg);
    const { parameters, checks } = await begun(redirectUri);
    const { client_id } = configuration.clientMetadata();

    const { jwks_uri } = configuration.serverMetadata();
    const published = JSON.parse((await send(world, String(jwks_uri))).body) as { keys: JWK[] };
    const ours = published.keys.filter((key) => key.use === "enc" && key.alg === alg);
    expect(ours).toHaveLength(1);
    const signed = await new SignJWT({ ...parameters, client_id })
      .setProtectedHeader({ alg: "ES256", kid: "sig" })
      .setIssuer(client_id)
      .setAudience(world.issuer)
      .sign(signing.privateKey);
    const request = await new CompactEncrypt(new TextEncoder().encode(signed))
      .setProtectedHeader({ alg, enc: "A256GCM", kid: String(ours[0]?.kid), cty: "JWT" })
      .encrypt(await importJWK(ours[0] ?? {}, alg));

    await signInAndAllow(page, oidc.buildAuthorizationUrl(configuration, { request }).href, person);
    await page.waitForURL((url) => url.href.startsWith(redirectUri));
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(page.url()), checks);
    expect(tokens.claims()?.aud).toBe(client_id);
  });
}

test("architecture §5: the internal endpoint for these responses is not reachable from outside", async ({ world }) => {
  for (const headers of [{}, { authorization: "Bearer x" }]) {
    const answer = await send(world, `${world.issuer}/internal/userinfo-response`, { method: "POST", headers });
    expect(answer.status).toBe(404);
  }
});
