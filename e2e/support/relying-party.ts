/** A relying party of the tests' own, on openid-client: it makes the requests that the sample client cannot. */
import type { Page } from "@playwright/test";
import * as oidc from "openid-client";
import { type Answer, fetchIn, send } from "./http.ts";
import type { NewClient } from "./operator.ts";
import type { World } from "./world.ts";

export interface Registered extends NewClient {
  readonly redirectUri: string;
}

/** An authorization request on its way: what the client keeps to itself, and where it sends the browser. */
export interface Begun {
  readonly url: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** What the answer may take for an answer of this request. */
  readonly maxAgeSeconds: number | undefined;
}

export interface RelyingParty extends Registered {
  /** Begins a request; parameters given here add to the usual ones or stand in for them. */
  begin(parameters?: Readonly<Record<string, string>>): Promise<Begun>;
  /** Redeems the code of an answer, checking all that a client has to check. Throws what openid-client throws. */
  redeem(begun: Begun, callback: URL): Promise<Tokens>;
}

export type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

const DEFAULT_SCOPE = "openid profile email";

/** A relying party for a client that was registered. */
export async function relyingParty(world: World, client: Registered): Promise<RelyingParty> {
  const authentication = client.clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(client.clientSecret);
  const configuration = await oidc.discovery(new URL(world.issuer), client.clientId, undefined, authentication, {
    [oidc.customFetch]: fetchIn(world) as oidc.CustomFetch,
    // The library has a mark against plain http on loopback, which is where some worlds are.
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

/** Waits until the browser arrived at the client, and returns the address with what it brought. */
export async function arrival(page: Page, { redirectUri }: Registered): Promise<URL> {
  await page.waitForURL((url) => url.href.startsWith(`${redirectUri}?`));
  return new URL(page.url());
}

/** What /userinfo answers to this token. */
export function userinfo(world: World, accessToken: string): Promise<Answer> {
  return send(world, `${world.resource}/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
}
