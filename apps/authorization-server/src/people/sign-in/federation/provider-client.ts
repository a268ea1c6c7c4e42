/**
 * Our side as a client of other providers: the code flow with PKCE, `state`, `nonce` and the `iss` parameter
 * (OIDC Core §3.1, RFC 7636, RFC 9207). Every request goes out by the guarded fetcher.
 */
import { readJson } from "@countersign/guard/json";
import { halfHash } from "@countersign/jwt";
import { LRUCache } from "lru-cache";
import * as client from "openid-client";
import type { GuardedFetch } from "../../../platform/outbound/guarded-fetch.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import type { Authentication, AuthenticationWishes, Claims, ProviderAnswer } from "./authentication.ts";
import { authenticationAt, type OwnCredentials } from "./client-authentication.ts";
import { metadataOf, profileAt } from "./profile-at.ts";
import { LARGEST_RESPONSE_BYTES } from "./provider-documents.ts";

export interface ProviderClient {
  /** The address at the provider to which the browser goes. Throws if the provider's metadata cannot be read. */
  authorizationUrl(
    provider: IdentityProvider,
    redirectUri: string,
    authentication: Authentication & AuthenticationWishes,
  ): Promise<URL>;
  /**
   * Verifies the authorization response, redeems its code and verifies the ID token. Throws if anything is wrong.
   *
   * @param response the redirect URI with the parameters that the browser brought
   */
  finish(provider: IdentityProvider, response: URL, authentication: Authentication): Promise<ProviderAnswer>;
  /** Where its keys are; undefined if it has none. Throws if its metadata cannot be read. */
  keysUri(provider: IdentityProvider): Promise<string | undefined>;
}

const METADATA_MS = 10 * 60_000;
const MOST_PROVIDERS = 200;

export interface ProviderClientParts extends OwnCredentials {
  readonly outbound: Pick<GuardedFetch, "exchange">;
}

export function openProviderClient(parts: ProviderClientParts): ProviderClient {
  const opened = new LRUCache<string, Promise<client.Configuration>>({ max: MOST_PROVIDERS, ttl: METADATA_MS });

  function configurationOf(provider: IdentityProvider): Promise<client.Configuration> {
    const key = JSON.stringify([provider, Buffer.from(provider.secret?.sealed ?? []).toString("base64")]);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const opening = open(provider, parts);
    opened.set(key, opening);
    opening.catch(() => opened.delete(key));
    return opening;
  }

  return {
    keysUri: async (provider) => (await configurationOf(provider)).serverMetadata().jwks_uri,

    async authorizationUrl(provider, redirectUri, { state, nonce, verifier, ...asked }) {
      const { maxAgeSeconds, prompt, acrValues, loginHint } = asked;
      const configuration = await configurationOf(provider);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(" "),
        state,
        ...(provider.preset === null && { nonce }),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
        ...(prompt !== undefined && { prompt }),
        ...(loginHint !== undefined && { login_hint: loginHint }),
        ...(acrValues !== undefined && acrValues.length > 0 && { acr_values: acrValues.join(" ") }),
      });
    },

    async finish(provider, response, authentication) {
      const configuration = await configurationOf(provider);
      const { issuer, preset } = provider;
      if (preset !== null) return profileAt(configuration, { issuer, preset }, response, authentication);
      const { state, nonce, verifier, maxAgeSeconds } = authentication;
      const tokens = await client.authorizationCodeGrant(configuration, response, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
      });
      const idToken: Claims = { ...tokens.claims() };
      assertReadable(tokens.id_token ?? "");
      assertAccessTokenHash(idToken, tokens.id_token ?? "", tokens.access_token);
      const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const idTokenText = tokens.id_token ?? "";
      if (idToken.email !== undefined || !hasUserinfo) return { idToken, idTokenText, profile: idToken };
      // OIDC Core §5.3.2: the subject must be that of the ID token; otherwise this throws.
      const profile = await client.fetchUserInfo(configuration, tokens.access_token, String(idToken.sub));
      return { idToken, idTokenText, profile };
    },
  };
}

async function open(
  provider: IdentityProvider,
  { outbound, ...own }: ProviderClientParts,
): Promise<client.Configuration> {
  const { issuer, clientId, preset } = provider;
  const url = new URL(issuer);
  const execute = [client.enableNonRepudiationChecks];
  // The guarded fetcher decides which hosts may be asked in plain http: those that the deployment allows.
  if (url.protocol === "http:") execute.push(client.allowInsecureRequests);
  const authentication = authenticationAt(provider, own);
  if (preset !== null) {
    const known = new client.Configuration(metadataOf(provider, preset), clientId, undefined, authentication);
    if (url.protocol === "http:") client.allowInsecureRequests(known);
    known[client.customFetch] = fetchBy(outbound, provider);
    return known;
  }
  return client.discovery(url, clientId, undefined, authentication, {
    execute,
    [client.customFetch]: fetchBy(outbound, provider),
  });
}

const IS_JSON = /^application\/(?:[\w.-]+\+)?json\b/i;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const fetchBy =
  (outbound: Pick<GuardedFetch, "exchange">, { id }: IdentityProvider): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const {
      status,
      headers: got,
      body: answer,
    } = await outbound.exchange(url, {
      kind: "federation",
      clientId: id,
      method: method === "POST" ? "POST" : "GET",
      headers,
      body: body == null ? undefined : String(body),
      maxBytes: LARGEST_RESPONSE_BYTES,
    });
    // The library parses with JSON.parse, which takes the last of two members with one name.
    if (IS_JSON.test(got["content-type"] ?? "")) readJson(answer, { longest: LARGEST_RESPONSE_BYTES });
    return new Response(WITHOUT_BODY.has(status) ? null : answer, { status, headers: got });
  };

const segmentIn = (segment: string) => readJson(Buffer.from(segment, "base64url"), { longest: LARGEST_RESPONSE_BYTES });

/** RFC 7519 §4: the library read a header and claims with one meaning. */
function assertReadable(token: string): void {
  for (const segment of token.split(".", 2)) segmentIn(segment);
}

/** OIDC Core §3.1.3.8: where `at_hash` is present, it is that of the access token. */
function assertAccessTokenHash({ at_hash: atHash }: Claims, idToken: string, accessToken: string): void {
  if (atHash === undefined) return;
  const [header = ""] = idToken.split(".");
  const { alg } = segmentIn(header) as { alg: Parameters<typeof halfHash>[0] };
  if (atHash !== halfHash(alg, accessToken)) throw new Error("at_hash is not that of the access token");
}
