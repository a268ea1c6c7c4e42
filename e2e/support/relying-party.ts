/** The relying party of the tests, built on openid-client. It makes requests that the sample client cannot make. */
import type { Page } from "@playwright/test";
import * as oidc from "openid-client";
import { type Answer, fetchIn, send } from "./http.ts";
import type { NewClient } from "./worlds/operator.ts";
import type { World } from "./worlds/world.ts";

export interface Registered extends NewClient {
  readonly redirectUri: string;
}

/**
 * A started authorization request: the secrets that the client keeps, and the address to which it sends the browser.
 */
export interface Begun {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The `max_age` of the request in seconds, which the check of the answer uses. */
  readonly maxAgeSeconds: number | undefined;
}

export interface RelyingParty extends Registered {
  /** Starts a request. The given parameters are added to the usual ones or replace them. */
  begin(parameters?: Readonly<Record<string, string>>): Promise<Begun>;
  /** Redeems the code of an answer, with all checks that a client must make. Throws the errors of openid-client. */
  redeem(begun: Begun, callback: URL): Promise<Tokens>;
}

export type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

const DEFAULT_SCOPE = "openid profile email";

/** A relying party for a registered client. */
export async function relyingParty(world: World, client: Registered): Promise<RelyingParty> {
  const authentication = client.clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(client.clientSecret);
  const configuration = await oidc.discovery(new URL(world.issuer), client.clientId, undefined, authentication, {
    [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
    // The library marks its option for plain http as deprecated, but some worlds use plain http on loopback.
    execute: [
      oidc.enableNonRepudiationChecks,
      ...(world.issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
    ],
  });

  return {
    ...client,
    async begin(given = {}) {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const parameters = {
        client_id: client.clientId,
        response_type: "code",
        redirect_uri: client.redirectUri,
        scope: DEFAULT_SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...given,
      };
      const url = oidc.buildAuthorizationUrl(configuration, parameters).href;
      const maxAgeSeconds = given.max_age === undefined ? undefined : Number(given.max_age);
      return { url, parameters, state, nonce, verifier, maxAgeSeconds };
    },
    redeem: ({ state, nonce, verifier, maxAgeSeconds }, callback) =>
      oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      }),
  };
}

/** Waits until the browser has arrived at the client. Returns the address with the parameters of the answer. */
export async function arrival(page: Page, { redirectUri }: Registered): Promise<URL> {
  await page.waitForURL((url) => url.href.startsWith(`${redirectUri}?`));
  return new URL(page.url());
}

/** The answer of /userinfo to this token. */
export function userinfo(world: World, accessToken: string): Promise<Answer> {
  return send(world, `${world.resource}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
}
