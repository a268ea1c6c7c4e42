/** The authorization server, found by discovery: the console contains none of its addresses. */
import { type CryptoKey, importJWK } from "jose";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  PrivateKeyJwt,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from "openid-client";
import type { Config } from "../config.ts";
import { Refusal } from "../errors.ts";
import type { SignedIn, Tokens } from "./sessions.ts";

const TIMEOUT_SECONDS = 10;
const FRESH_MS = 3_600_000;
const PAUSE_AFTER_FAILURE_MS = 1000;

/** What a sign-in must reach (RFC 9470), and who should sign in. */
export interface Wanted {
  readonly acrValues?: string | undefined;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  /** The slug of the organization that the tokens are for; none for the whole deployment. */
  readonly organization?: string | undefined;
}

/** What the console remembers of a sign-in until the browser comes back. */
export interface Pending extends Wanted {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Where to send the browser, and what to remember. Throws `provider_unavailable`. */
  begin(wanted: Wanted): Promise<{ readonly url: URL; readonly pending: Pending }>;
  /** Redeems the answer with which the browser came back. Throws `sign_in_refused`, `provider_unavailable`. */
  complete(callback: URL, pending: Pending): Promise<SignedIn>;
  /** Tokens in exchange for a refresh token; `undefined` if it is no longer valid. Throws `provider_unavailable`. */
  renew(refreshToken: string): Promise<Tokens | undefined>;
  /** Revokes a refresh token (RFC 7009). A failure is ignored: the token expires by itself. */
  revoke(refreshToken: string): Promise<void>;
  /** Where the browser signs out. Throws `provider_unavailable`. */
  endSessionUrl(idToken: string): Promise<URL>;
  /** The languages of the authorization server's pages. Throws `provider_unavailable`. */
  languages(): Promise<readonly string[]>;
  /** The address of the authorization server's keys. Throws `provider_unavailable`. */
  jwksUri(): Promise<URL>;
}

export type ProviderOptions = Pick<Config, "ISSUER" | "CONSOLE_URL" | "ADMIN_API" | "CLIENT_ID" | "CLIENT_KEY"> & {
  /** The scopes to ask for. */
  readonly scope: string;
  readonly now: () => Date;
};

export function openProvider(options: ProviderOptions): Provider {
  const { CONSOLE_URL, ADMIN_API, scope, now } = options;
  const configuration = discovered(options);

  return {
    async begin({ acrValues, maxAge, organization }) {
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${CONSOLE_URL}/callback`,
        scope: organization === undefined ? scope : `${scope} organization:${organization}`,
        resource: ADMIN_API,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(acrValues !== undefined && { acr_values: acrValues }),
        ...(maxAge !== undefined && { max_age: String(maxAge) }),
      });
      return { url, pending: { state, nonce, verifier, acrValues, maxAge, organization } };
    },

    async complete(callback, { state, nonce, verifier, maxAge, organization }) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const found = await configuration();
      const answer = await authorizationCodeGrant(
        found,
        callback,
        { ...checks, ...(maxAge !== undefined && { maxAge }) },
        { resource: ADMIN_API },
      ).catch((cause: unknown) => {
        throw new Refusal("sign_in_refused", "the sign-in failed", { cause });
      });
      const claims = answer.claims();
      if (claims === undefined || answer.id_token === undefined) throw new Refusal("sign_in_refused", "no ID token");
      const { sub, sid } = claims;
      return {
        sub,
        sid: textIn(sid),
        idToken: answer.id_token,
        organization,
        tokens: tokensIn(answer, now()),
      };
    },

    async renew(refreshToken) {
      const found = await configuration();
      try {
        return tokensIn(await refreshTokenGrant(found, refreshToken, { resource: ADMIN_API }), now());
      } catch (cause) {
        if (cause instanceof ResponseBodyError && cause.error === "invalid_grant") return undefined;
        throw unavailable(cause);
      }
    },

    async revoke(refreshToken) {
      await configuration()
        .then((found) => tokenRevocation(found, refreshToken))
        .catch(() => {});
    },

    endSessionUrl: async (idToken) =>
      buildEndSessionUrl(await configuration(), {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${CONSOLE_URL}/signed-out`,
      }),

    languages: async () => (await configuration()).serverMetadata().ui_locales_supported ?? [],

    jwksUri: async () => new URL((await configuration()).serverMetadata().jwks_uri ?? ""),
  };
}

const textIn = (claim: unknown) => (typeof claim === "string" && claim !== "" ? claim : undefined);

const tokensIn = ({ access_token, refresh_token, expires_in = 0 }: TokenEndpointResponse, at: Date): Tokens => ({
  access: access_token,
  refresh: refresh_token,
  expiresAt: new Date(at.getTime() + expires_in * 1000),
});

const unavailable = (cause: unknown) =>
  new Refusal("provider_unavailable", "the authorization server failed", { cause });

/** The configuration, requested at first use and again after an hour. A failure is forgotten after a second. */
function discovered({ ISSUER, CLIENT_ID, CLIENT_KEY }: ProviderOptions): () => Promise<Configuration> {
  let kept: { readonly until: number; readonly found: Promise<Configuration> } | undefined;
  const discover = async () => {
    const key = (await importJWK(CLIENT_KEY, "ES256")) as CryptoKey;
    const insecure = ISSUER.startsWith("http:") ? [allowInsecureRequests] : [];
    const options = { execute: [...insecure, enableNonRepudiationChecks], timeout: TIMEOUT_SECONDS };
    const authentication = PrivateKeyJwt({ key, kid: CLIENT_KEY.kid });
    return discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication, options);
  };
  return () => {
    const at = performance.now(); // a monotonic clock
    if (kept === undefined || at >= kept.until) {
      const found = discover().catch((cause: unknown) => {
        kept = { until: performance.now() + PAUSE_AFTER_FAILURE_MS, found };
        throw unavailable(cause);
      });
      kept = { until: at + FRESH_MS, found };
    }
    return kept.found;
  };
}
