/** A provider that says whatever a test wants: for the lies that an honest provider never tells. */
import { createHash, randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { type Listening, listen } from "./listen.ts";

type Json = Record<string, unknown>;

/** What a test changes of an honest answer; an undefined value leaves the member out. */
export interface Lies {
  discovery?: Json;
  claims?: Json;
  header?: Json;
  tokens?: Json;
  userinfo?: Json;
  userinfoStatus?: number;
  /** Sign with a key that is not published. */
  foreignKey?: boolean;
}

export interface FakeProvider extends Listening {
  lies: Lies;
  /** Paths requested so far. */
  readonly requests: string[];
  /** Bodies of the token requests so far. */
  readonly tokenRequests: URLSearchParams[];
  /** Says yes to an authorization request: the callback address an honest provider would redirect to. */
  approve(authorizationUrl: string): URL;
}

interface Approved {
  readonly nonce: string | null;
  readonly challenge: string | null;
}

export async function runFakeProvider(): Promise<FakeProvider> {
  const honest = await generateKeyPair("ES256");
  const foreign = await generateKeyPair("ES256");
  const jwk: JWK = { ...(await exportJWK(honest.publicKey)), kid: "k1", alg: "ES256", use: "sig" };
  const approvals = new Map<string, Approved>();
  const requests: string[] = [];
  const tokenRequests: URLSearchParams[] = [];
  const state: { lies: Lies } = { lies: {} };

  const signIdToken = (issuer: string, nonce: string | null): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: "web", sub: "alice", iat: now, exp: now + 300, nonce, ...state.lies.claims };
    const key: CryptoKey = state.lies.foreignKey ? foreign.privateKey : honest.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k1", ...state.lies.header }).sign(key);
  };

  const exchange = async (issuer: string, form: URLSearchParams): Promise<[number, Json]> => {
    tokenRequests.push(form);
    const approved = approvals.get(form.get("code") ?? "");
    approvals.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (approved?.challenge !== challenge) return [400, { error: "invalid_grant" }];

    const idToken = await signIdToken(issuer, approved.nonce);
    const tokens = { access_token: "at-secret", token_type: "Bearer", expires_in: 300, id_token: idToken };
    return [200, { ...tokens, ...state.lies.tokens }];
  };

  const listening = await listen((issuer) => {
    const routes: Record<string, (body: string) => Promise<[number, Json]>> = {
      "/.well-known/openid-configuration": async () => [200, { ...metadataOf(issuer), ...state.lies.discovery }],
      "/jwks": async () => [200, { keys: [jwk] }],
      "/token": (body) => exchange(issuer, new URLSearchParams(body)),
      "/userinfo": async () => [state.lies.userinfoStatus ?? 200, { sub: "alice", ...state.lies.userinfo }],
    };
    return serve(routes, requests);
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
    tokenRequests,
    approve(authorizationUrl) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomBytes(16).toString("base64url");
      approvals.set(code, { nonce: asked.get("nonce"), challenge: asked.get("code_challenge") });

      const callback = new URL(asked.get("redirect_uri") ?? "");
      callback.search = String(new URLSearchParams({ code, state: asked.get("state") ?? "", iss: listening.origin }));
      return callback;
    },
  };
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorization`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ["ES256"],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ["none", "client_secret_basic"],
  };
}

function serve(routes: Record<string, (body: string) => Promise<[number, Json]>>, requests: string[]): RequestListener {
  return async (req, res) => {
    const path = new URL(req.url ?? "/", "http://localhost").pathname;
    requests.push(path);
    let body = "";
    for await (const chunk of req) body += chunk;

    const [status, json] = (await routes[path]?.(body)) ?? [404, {}];
    res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  };
}
