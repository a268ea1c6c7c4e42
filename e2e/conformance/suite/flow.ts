/** A whole flow of the running plan: request, pages, answer, tokens and userinfo. Each of them is checked. */
import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import type { ScriptedBrowser } from "../../support/browser/scripted-browser.ts";
import {
  type Answer,
  type AuthorizationRequest,
  checkSuccess,
  type Parameters,
  requestOf,
  visit,
} from "./authorization.ts";
import { hasAccessToken } from "./cases.ts";
import type { Claims } from "./claims.ts";
import type { Client } from "./client.ts";
import { readByLibrary } from "./libraries.ts";
import type { Provider } from "./provider.ts";
import { register } from "./registration.ts";
import {
  checkIdToken,
  checkSignedUserinfo,
  checkTokenResponse,
  checkUserinfo,
  type IdTokenExpectation,
  type TokenResponse,
  tokenRequest,
} from "./tokens.ts";

export interface Outcome {
  readonly request: AuthorizationRequest;
  readonly answer: Answer;
  /** The claims of the last ID token, then the token itself. */
  readonly idToken: Claims;
  readonly rawIdToken: string;
  /** The access token from the token endpoint if there is one, otherwise the one that came through the browser. */
  readonly accessToken: string | undefined;
  readonly tokens: TokenResponse | undefined;
  readonly userinfo: Claims | undefined;
}

export interface FlowOptions {
  readonly client?: Client;
  readonly browser?: ScriptedBrowser;
  /** Changes to the authorization request. */
  readonly parameters?: Parameters;
  readonly by?: "GET" | "POST";
  /** Parameters of the token request in addition to the usual ones. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** Claims that the ID token may contain because the request asked for them in the ID token. */
  readonly mayHold?: readonly string[];
  readonly idTokenAlg?: string;
  /** The algorithm of the userinfo JWT, as the client registered it. */
  readonly userinfoAlg?: string;
}

/** Runs a flow from the authorization request to userinfo. */
export async function runFlow(provider: Provider, options: FlowOptions = {}): Promise<Outcome> {
  const client = options.client ?? (await register(provider));
  const browser = options.browser ?? provider.browser();
  const request = requestOf(provider, client, options.parameters);
  const answer = await visit(provider, browser, request, options);
  return finish(provider, request, answer, options);
}

/** Completes a flow: redeems the code, verifies each ID token, and requests userinfo with each access token. */
export async function finish(
  provider: Provider,
  request: AuthorizationRequest,
  answer: Answer,
  options: FlowOptions = {},
): Promise<Outcome> {
  checkSuccess(provider, request, answer);
  await readByLibrary(provider, request, answer);
  const code = answer.parameters.get("code") ?? undefined;
  const front = answer.parameters.get("id_token") ?? undefined;
  const frontToken = answer.parameters.get("access_token") ?? undefined;
  const { alg, mayHold } = { alg: options.idTokenAlg ?? "RS256", mayHold: options.mayHold ?? [] };
  const expected = { client: request.client, nonce: request.nonce, alg, mayHold, code };

  const frontClaims = await idTokenClaims(provider, front, { ...expected, accessToken: frontToken, bound: true });
  const tokens = code === undefined ? undefined : await redeem(provider, request, answer, options);
  const back = tokens?.id_token;
  if (tokens !== undefined) expect(back, "an ID token of the token endpoint").toEqual(expect.any(String));
  const ofEndpoint = { ...expected, accessToken: tokens?.access_token, bound: false };
  const backClaims = await idTokenClaims(provider, back, ofEndpoint);

  const idToken = backClaims ?? frontClaims ?? {};
  if (frontClaims !== undefined) expect([idToken.iss, idToken.sub]).toEqual([frontClaims.iss, frontClaims.sub]);
  const about = { client: request.client, sub: idToken.sub, alg: options.userinfoAlg };
  let userinfo: Claims | undefined;
  for (const token of [frontToken, tokens?.access_token]) {
    if (token !== undefined) userinfo = await userinfoClaims(provider, token, about);
  }
  const accessToken = tokens?.access_token ?? frontToken;
  return { request, answer, idToken, rawIdToken: back ?? front ?? "", accessToken, tokens, userinfo };
}

function userinfoClaims(
  provider: Provider,
  token: string,
  { client, sub, alg }: { client: Client; sub: unknown; alg: string | undefined },
): Promise<Claims> {
  return alg === undefined
    ? checkUserinfo(provider, token, sub)
    : checkSignedUserinfo(provider, token, { client, sub, alg });
}

async function idTokenClaims(provider: Provider, token: string | undefined, expected: IdTokenExpectation) {
  return token === undefined ? undefined : checkIdToken(provider, token, expected);
}

/**
 * Redeems a code. In the code flow, oauth4webapi sends the request by itself, and also checks the answer and the ID
 * token.
 */
async function redeem(
  provider: Provider,
  request: AuthorizationRequest,
  answer: Answer,
  { tokenParameters = {} }: FlowOptions,
): Promise<TokenResponse> {
  const { server, options, running } = provider;
  const { client, parameters } = request;
  if (running.responseType !== "code" || tokenParameters.code_verifier !== undefined) {
    const usual = {
      grant_type: "authorization_code",
      code: answer.parameters.get("code") ?? "",
      redirect_uri: client.redirectUri,
    };
    return checkTokenResponse(await tokenRequest(provider, client, { ...usual, ...tokenParameters }));
  }

  const known: oauth.Client = { client_id: client.id };
  const expectedState = request.state ?? oauth.expectNoState;
  const validated = oauth.validateAuthResponse(server, known, answer.parameters, expectedState);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    known,
    client.authentication,
    validated,
    client.redirectUri,
    oauth.nopkce,
    options,
  );
  const copy = response.clone();
  const algs = { id_token_signed_response_alg: String(client.metadata.id_token_signed_response_alg ?? "RS256") };
  await oauth.processAuthorizationCodeResponse(server, { ...known, ...algs }, response, {
    expectedNonce: request.nonce ?? oauth.expectNoNonce,
    ...(parameters.max_age === undefined ? {} : { maxAge: Number(parameters.max_age) }),
  });
  return checkTokenResponse(copy);
}

/**
 * The claims that come from scopes. They are in the ID token if there is no access token to request userinfo with
 * (OIDC Core §5.4).
 */
export function sharedClaims(provider: Provider, { idToken, userinfo }: Outcome): Claims {
  return hasAccessToken(provider.running) ? (userinfo ?? {}) : idToken;
}

/** The claims out of these that an ID token of the running plan may contain. */
export const inIdToken = (provider: Provider, claims: readonly string[]): readonly string[] =>
  hasAccessToken(provider.running) ? [] : claims;
