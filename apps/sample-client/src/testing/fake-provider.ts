/** A provider that sends anything that a test wants, including wrong answers that a correct provider never sends. */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { deviceAnswer, metadataOf } from "./fake-answers.ts";
import { type Answer, type Json, type Routes, type Seen, serve } from "./fake-server.ts";
import { fakeTokens, type Issued, seconds } from "./fake-tokens.ts";
import { type Listening, listen } from "./listen.ts";

/** The changes of a test to a correct answer. An undefined value leaves the member out. */
export interface Lies {
  discovery?: Json;
  claims?: Json;
  header?: Json;
  tokens?: Json;
  /** The whole answer to a token request, instead of an honest one. */
  tokenAnswer?: Answer;
  device?: Json;
  userinfo?: Json;
  userinfoStatus?: number;
  /** The WWW-Authenticate header of a 401, instead of one about an invalid token. */
  challenge?: string;
  keysStatus?: number;
  introspection?: Json;
  registration?: Answer;
  /** Sign with a key that is not published. */
  foreignKey?: boolean;
}

/** The content of a correct implicit answer. A test can change it. */
export interface ImplicitAnswer {
  readonly sub?: string;
  /** Use this access token for the at_hash instead of the one that is sent. */
  readonly hashed?: string;
}

export interface FakeProvider extends Listening, Seen {
  lies: Lies;
  /** Bodies of the token requests so far. */
  readonly tokenRequests: URLSearchParams[];
  /** Approves an authorization request. Returns the callback address to which a correct provider would redirect. */
  approve(authorizationUrl: string): URL;
  /** The same for the implicit flow: the parameters of the fragment. */
  approveImplicit(authorizationUrl: string, answer?: ImplicitAnswer): Promise<URLSearchParams>;
  /** An access token that opens the claims of `sub`. */
  issueAccessToken(facts?: Partial<Issued>): string;
  /** A logout token about alice's session s-1 (Back-Channel Logout §2.4); an undefined value leaves a claim out. */
  signLogoutToken(claims?: Json, header?: Json): Promise<string>;
  /** Revokes an access token before it expires. */
  revoke(accessToken: string): void;
}

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

const INVALID_GRANT: Answer = [400, { error: "invalid_grant" }];

/** The at_hash of ES256, implemented again, because the tests must not depend on the code that they test. */
export const es256Hash = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");

export async function runFakeProvider(): Promise<FakeProvider> {
  const honest = await generateKeyPair("ES256");
  const foreign = await generateKeyPair("ES256");
  const jwk: JWK = { ...(await exportJWK(honest.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
  const tokens = fakeTokens();
  const seen: Seen = { requests: [], traceparents: new Map(), posts: [], proofs: [] };
  const tokenRequests: URLSearchParams[] = [];
  const state: { lies: Lies } = { lies: {} };

  const sign = (payload: Json, header: Json): Promise<string> => {
    const key: CryptoKey = state.lies.foreignKey ? foreign.privateKey : honest.privateKey;
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "ES256", kid: "k1", ...header })
      .sign(key, { crit: { x: true } });
  };

  const signIdToken = (issuer: string, claims: Json): Promise<string> => {
    const now = seconds();
    const payload = {
      iss: issuer,
      aud: "web",
      sub: "alice",
      iat: now,
      exp: now + 300,
      ...claims,
      ...state.lies.claims,
    };
    return sign(payload, { ...state.lies.header });
  };

  const byGrant = async (issuer: string, form: URLSearchParams): Promise<Answer> => {
    const grant = form.get("grant_type");
    if (grant === DEVICE_GRANT) {
      return tokens.issue({ scope: "openid" }, { id_token: await signIdToken(issuer, {}) });
    }
    if (grant === "refresh_token") {
      const refreshed = tokens.rotate(form);
      return refreshed === undefined ? INVALID_GRANT : tokens.issue(refreshed, {});
    }
    const approved = tokens.redeem(form);
    if (approved === undefined) return INVALID_GRANT;
    return tokens.issue(approved, { id_token: await signIdToken(issuer, { nonce: approved.nonce }) });
  };

  const answerToken = async (issuer: string, form: URLSearchParams, { dpop }: IncomingHttpHeaders): Promise<Answer> => {
    tokenRequests.push(form);
    if (state.lies.tokenAnswer !== undefined) return state.lies.tokenAnswer;
    const [status, answer] = await byGrant(issuer, form);
    if (status !== 200) return [status, answer];
    // RFC 9449 §5: a request with a proof gets a token that is bound to its key.
    const type = dpop === undefined ? {} : { token_type: "DPoP" };
    return [status, { ...answer, ...type, ...state.lies.tokens }];
  };

  const answerUserinfo = ({ authorization = "" }: IncomingHttpHeaders): Answer => {
    const issued = tokens.find(authorization.replace(/^(?:Bearer|DPoP) /i, ""));
    if (issued === undefined) return [401, {}];
    return [state.lies.userinfoStatus ?? 200, { sub: issued.sub, ...state.lies.userinfo }];
  };

  const introspect = (form: URLSearchParams): Answer => {
    const issued = tokens.find(form.get("token") ?? "");
    if (issued === undefined) return [200, { active: false }];
    return [200, { active: true, token_type: "Bearer", exp: issued.iat + 300, ...issued, ...state.lies.introspection }];
  };

  const listening = await listen((issuer) => {
    const routes: Routes = {
      "/.well-known/openid-configuration": async () => [200, { ...metadataOf(issuer), ...state.lies.discovery }],
      "/jwks": async () => [state.lies.keysStatus ?? 200, { keys: [jwk] }],
      "/par": async () => [201, { request_uri: "urn:ietf:params:oauth:request_uri:1", expires_in: 90 }],
      "/token": (body, headers) => answerToken(issuer, new URLSearchParams(body), headers),
      "/userinfo": async (_, headers) => answerUserinfo(headers),
      "/device_authorization": async () => [200, { ...deviceAnswer(issuer), ...state.lies.device }],
      "/introspect": async (body) => introspect(new URLSearchParams(body)),
      "/register": async () => state.lies.registration ?? [404, {}],
      "/revoke": async () => [200, {}],
    };
    return serve(routes, seen, () => state.lies.challenge ?? 'Bearer error="invalid_token"');
  });

  return {
    ...listening,
    get lies() {
      return state.lies;
    },
    set lies(lies) {
      state.lies = lies;
    },
    ...seen,
    tokenRequests,
    issueAccessToken: tokens.issueAccessToken,
    signLogoutToken(claims = {}, header = {}) {
      const iat = seconds();
      const about = {
        iss: listening.origin,
        aud: "web",
        sub: "alice",
        sid: "s-1",
        jti: randomBytes(16).toString("hex"),
      };
      const payload = { ...about, iat, exp: iat + 120, events: { [LOGOUT_EVENT]: {} }, ...claims };
      return sign(payload, { typ: "logout+jwt", ...header });
    },
    revoke: tokens.revoke,
    approve(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = tokens.approve(asked);
      const callback = new URL(asked.get("redirect_uri") ?? "");
      callback.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "", iss: listening.origin }));
      return callback;
    },
    async approveImplicit(authorizationUrl, { sub = "alice", hashed } = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const accessToken = tokens.issueAccessToken({ sub, scope: asked.get("scope") ?? "" });
      const answer = new URLSearchParams({ access_token: accessToken, token_type: "Bearer", expires_in: "300" });
      if (asked.get("response_type")?.includes("id_token")) {
        const claims = { sub, nonce: asked.get("nonce") ?? undefined, at_hash: es256Hash(hashed ?? accessToken) };
        answer.set("id_token", await signIdToken(listening.origin, claims));
      }
      answer.set("state", asked.get("state") ?? "");
      answer.set("iss", listening.origin);
      return answer;
    },
  };
}
