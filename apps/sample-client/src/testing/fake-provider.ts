/** A provider that sends anything that a test wants, including wrong answers that a correct provider never sends. */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import {
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  type JWK,
  type ProtectedHeaderParameters,
  SignJWT,
} from "jose";
import { type Listening, listen } from "./listen.ts";

type Json = Record<string, unknown>;

/** The changes of a test to a correct answer. An undefined value leaves the member out. */
export interface Lies {
  discovery?: Json;
  claims?: Json;
  header?: Json;
  tokens?: Json;
  /** The whole answer to a token request, instead of an honest one. */
  tokenAnswer?: [number, Json];
  device?: Json;
  userinfo?: Json;
  userinfoStatus?: number;
  /** The WWW-Authenticate header of a 401, instead of one about an invalid token. */
  challenge?: string;
  keysStatus?: number;
  introspection?: Json;
  registration?: [number, Json];
  /** Sign with a key that is not published. */
  foreignKey?: boolean;
}

/** The content of a correct implicit answer. A test can change it. */
export interface ImplicitAnswer {
  readonly sub?: string;
  /** Use this access token for the at_hash instead of the one that is sent. */
  readonly hashed?: string;
}

export interface FakeProvider extends Listening {
  lies: Lies;
  /** Paths requested so far. */
  readonly requests: string[];
  /** The `traceparent` of the last request for each path that had one. */
  readonly traceparents: Map<string, string>;
  /** Bodies of the token requests so far. */
  readonly tokenRequests: URLSearchParams[];
  /** The proofs of RFC 9449 so far, with the method and path of their request. */
  readonly proofs: { what: string; jwt: string; header: ProtectedHeaderParameters }[];
  /** Bodies and Authorization headers at the other endpoints this client posts to. */
  readonly posts: { path: string; body: string; authorization: string | undefined }[];
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

/** What the provider knows about an access token. */
interface Issued {
  readonly sub: string;
  readonly client_id: string;
  readonly scope: string;
  readonly iat: number;
}

interface Approved {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly scope: string;
}

export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

const seconds = () => Math.floor(Date.now() / 1000);

/** The at_hash of ES256, implemented again, because the tests must not depend on the code that they test. */
export const es256Hash = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");

export async function runFakeProvider(): Promise<FakeProvider> {
  const honest = await generateKeyPair("ES256");
  const foreign = await generateKeyPair("ES256");
  const jwk: JWK = { ...(await exportJWK(honest.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
  const approvals = new Map<string, Approved>();
  const accessTokens = new Map<string, Issued>();
  const refreshTokens = new Map<string, Approved>();
  const requests: string[] = [];
  const traceparents: FakeProvider["traceparents"] = new Map();
  const tokenRequests: URLSearchParams[] = [];
  const posts: FakeProvider["posts"] = [];
  const proofs: FakeProvider["proofs"] = [];
  const state: { lies: Lies } = { lies: {} };

  const issueAccessToken = (facts: Partial<Issued> = {}): string => {
    const token = `at-secret-${randomBytes(16).toString("hex")}`;
    accessTokens.set(token, { sub: "alice", client_id: "web", scope: "openid email", iat: seconds(), ...facts });
    return token;
  };

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

  const exchangeCode = async (issuer: string, form: URLSearchParams): Promise<[number, Json]> => {
    const approved = approvals.get(form.get("code") ?? "");
    approvals.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (approved?.challenge !== challenge) return [400, { error: "invalid_grant" }];
    return issue(approved, { id_token: await signIdToken(issuer, { nonce: approved.nonce }) });
  };

  /** Rotates the refresh token. A used token is unknown afterwards. */
  const refresh = (form: URLSearchParams): [number, Json] => {
    const spent = form.get("refresh_token") ?? "";
    const approved = refreshTokens.get(spent);
    refreshTokens.delete(spent);
    return approved === undefined ? [400, { error: "invalid_grant" }] : issue(approved, {});
  };

  const issue = (approved: Approved, more: Json): [number, Json] => {
    const tokens: Json = { access_token: issueAccessToken(), token_type: "Bearer", expires_in: 300, ...more };
    if (approved.scope.split(" ").includes("offline_access")) {
      const token = `rt-secret-${randomBytes(16).toString("hex")}`;
      refreshTokens.set(token, approved);
      tokens.refresh_token = token;
    }
    return [200, tokens];
  };

  const byGrant = async (issuer: string, form: URLSearchParams): Promise<[number, Json]> => {
    if (form.get("grant_type") === "refresh_token") return refresh(form);
    if (form.get("grant_type") === DEVICE_GRANT)
      return issue({ nonce: null, challenge: null, scope: "openid" }, { id_token: await signIdToken(issuer, {}) });
    return exchangeCode(issuer, form);
  };

  const answerToken = async (
    issuer: string,
    form: URLSearchParams,
    { dpop }: IncomingHttpHeaders,
  ): Promise<[number, Json]> => {
    tokenRequests.push(form);
    if (state.lies.tokenAnswer !== undefined) return state.lies.tokenAnswer;
    const [status, tokens] = await byGrant(issuer, form);
    if (status !== 200) return [status, tokens];
    // RFC 9449 §5: a request with a proof gets a token that is bound to its key.
    const type = dpop === undefined ? {} : { token_type: "DPoP" };
    return [status, { ...tokens, ...type, ...state.lies.tokens }];
  };

  const answerUserinfo = ({ authorization = "" }: IncomingHttpHeaders): [number, Json] => {
    const issued = accessTokens.get(authorization.replace(/^(?:Bearer|DPoP) /i, ""));
    if (issued === undefined) return [401, {}];
    return [state.lies.userinfoStatus ?? 200, { sub: issued.sub, ...state.lies.userinfo }];
  };

  const introspect = (form: URLSearchParams): [number, Json] => {
    const issued = accessTokens.get(form.get("token") ?? "");
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
    const seen = { requests, traceparents, posts, proofs };
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
    requests,
    traceparents,
    tokenRequests,
    posts,
    proofs,
    issueAccessToken,
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
    revoke: (accessToken) => void accessTokens.delete(accessToken),
    approve(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomBytes(16).toString("base64url");
      const scope = asked.get("scope") ?? "";
      approvals.set(code, { nonce: asked.get("nonce"), challenge: asked.get("code_challenge"), scope });

      const callback = new URL(asked.get("redirect_uri") ?? "");
      callback.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "", iss: listening.origin }));
      return callback;
    },
    async approveImplicit(authorizationUrl, { sub = "alice", hashed } = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const accessToken = issueAccessToken({ sub, scope: asked.get("scope") ?? "" });
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

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** The interval is short, so that tests do not wait. */
const deviceAnswer = (issuer: string): Json => ({
  device_code: "dc-secret-1",
  user_code: "BCDFG-HJKLM",
  verification_uri: `${issuer}/device`,
  verification_uri_complete: `${issuer}/device?user_code=BCDFG-HJKLM`,
  expires_in: 600,
  interval: 0.001,
});

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorization`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code", "token id_token"],
    id_token_signing_alg_values_supported: ["ES256"],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
  };
}

type Routes = Record<string, (body: string, headers: IncomingHttpHeaders) => Promise<[number, Json]>>;

function serve(
  routes: Routes,
  { requests, traceparents, posts, proofs }: Pick<FakeProvider, "requests" | "traceparents" | "posts" | "proofs">,
  challengeOf: () => string,
): RequestListener {
  return async (req, res) => {
    const path = new URL(req.url ?? "/", "http://localhost").pathname;
    requests.push(path);
    if (typeof req.headers.traceparent === "string") traceparents.set(path, req.headers.traceparent);
    let body = "";
    for await (const chunk of req) body += chunk;
    if (req.method === "POST") posts.push({ path, body, authorization: req.headers.authorization });

    const { dpop: jwt } = req.headers;
    if (typeof jwt === "string")
      proofs.push({ what: `${req.method} ${path}`, jwt, header: decodeProtectedHeader(jwt) });

    const [status, json] = (await routes[path]?.(body, req.headers)) ?? [404, {}];
    const challenge = status === 401 ? { "www-authenticate": challengeOf() } : {};
    res.writeHead(status, { "content-type": "application/json", ...challenge }).end(JSON.stringify(json));
  };
}
