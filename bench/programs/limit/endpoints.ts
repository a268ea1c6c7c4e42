/** The minimum that each endpoint must do: no validation, and hardly any errors. */
import { hash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { PERSON, type Store } from "./store.ts";
import type { Alg, Tokens } from "./tokens.ts";

export interface Call {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly query: string;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Endpoint = (call: Call) => Promise<Reply> | Reply;

interface Client {
  readonly id: string;
  /** The algorithm of its ID tokens, and of its tokens for client_credentials. */
  readonly alg: Alg;
}

export interface Known extends Client {
  readonly secret: string;
}

interface Parts {
  readonly issuer: string;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly clients: readonly Known[];
}

type Grant = (form: URLSearchParams, client: Client) => Promise<Reply>;

const OFFLINE = "offline.";
/** As long as ours. */
const DISCOVERY_BYTES = 3800;

/** Endpoints by method and path. */
export function endpointsOf(parts: Parts): ReadonlyMap<string, Endpoint> {
  const { issuer, store, tokens } = parts;
  const clientOf = authentication(parts);
  const grants = grantsOf(parts);
  const live = async (token: string) => {
    const claims = tokens.verify(token);
    return claims === undefined ? undefined : store.claims(String(claims.authorization_id));
  };
  return new Map<string, Endpoint>([
    ["GET /discovery", constant({ issuer, padding: "x".repeat(DISCOVERY_BYTES) })],
    ["GET /jwks", constant(tokens.jwks)],
    ["GET /authorization", (call) => authorize(call, store)],
    [
      "POST /token",
      async (call) => {
        const client = clientOf(call);
        const form = new URLSearchParams(call.body);
        const grant = grants.get(form.get("grant_type") ?? "");
        return client === undefined || grant === undefined ? REFUSED : grant(form, client);
      },
    ],
    [
      "POST /introspection",
      async (call) => {
        const token = new URLSearchParams(call.body).get("token") ?? "";
        if (clientOf(call) === undefined) return REFUSED;
        return (await live(token)) === undefined ? REFUSED : json({ active: true, ...tokens.verify(token) });
      },
    ],
    [
      "GET /userinfo",
      async ({ authorization = "" }) => {
        const claims = await live(authorization.slice("Bearer ".length));
        return claims === undefined ? REFUSED : json({ sub: PERSON, ...claims });
      },
    ],
  ]);
}

function authentication({ clients }: Parts): (call: Call) => Client | undefined {
  const known = new Map(clients.map(({ secret, ...client }) => [client.id, { client, secretHash: sha256(secret) }]));
  return ({ authorization = "" }) => {
    const [id = "", secret = ""] = Buffer.from(authorization.slice("Basic ".length), "base64").toString().split(":");
    const found = known.get(id);
    return found !== undefined && timingSafeEqual(found.secretHash, sha256(secret)) ? found.client : undefined;
  };
}

function grantsOf({ issuer, store, tokens }: Parts): ReadonlyMap<string, Grant> {
  const sign = (alg: Alg, client: string, about: object) => {
    const now = Math.floor(Date.now() / 1000);
    return tokens.sign(alg, { iss: issuer, aud: issuer, client_id: client, iat: now, exp: now + 300, ...about });
  };
  const accessToken = (alg: Alg, client: string, authorization: string) =>
    sign(alg, client, { sub: PERSON, jti: randomUUID(), scope: "openid profile", authorization_id: authorization });

  const both = async ({ id, alg }: Client, authorization: string, refreshToken?: string) => {
    const token = await accessToken("ES256", id, authorization);
    const bound = sha256(token).subarray(0, 16).toString("base64url");
    const idToken = await sign(alg, id, { sub: PERSON, at_hash: bound, nonce: "nonce", auth_time: 0, acr: "1" });
    return json({ ...answer(token), id_token: idToken, refresh_token: refreshToken });
  };

  return new Map<string, Grant>([
    [
      "client_credentials",
      async (_, { id, alg }) => json(answer(await accessToken(alg, id, await store.standing(id)))),
    ],
    [
      "refresh_token",
      async (form, client) => {
        const next = newSecret();
        const authorization = await store.rotate(sha256(form.get("refresh_token") ?? ""), sha256(next));
        return authorization === undefined ? REFUSED : both(client, authorization, next);
      },
    ],
    [
      "authorization_code",
      async (form, client) => {
        const code = form.get("code") ?? "";
        const challenge = hash("sha256", form.get("code_verifier") ?? "", "base64url");
        const authorization = await store.redeem(sha256(code), client.id, challenge);
        if (authorization === undefined) return REFUSED;
        if (!code.startsWith(OFFLINE)) return both(client, authorization);

        const refreshToken = newSecret();
        await store.firstRefresh(sha256(refreshToken), authorization);
        return both(client, authorization, refreshToken);
      },
    ],
  ]);
}

/** A browser without a session gets one, without a page. */
async function authorize({ cookie, query }: Call, store: Store): Promise<Reply> {
  const asked = new URLSearchParams(query);
  const secret = cookie?.slice("session=".length) ?? newSecret();
  if (cookie === undefined) await store.signIn(sha256(secret));
  else if ((await store.session(sha256(secret))) === undefined) return REFUSED;

  const code = `${asked.get("scope")?.includes("offline_access") ? OFFLINE : ""}${newSecret()}`;
  await store.create(asked.get("client_id") ?? "", sha256(code), asked.get("code_challenge") ?? "");
  const location = new URL(asked.get("redirect_uri") ?? "");
  location.search = new URLSearchParams({ code, state: asked.get("state") ?? "" }).toString();
  return { status: 303, headers: { location: location.href, "set-cookie": `session=${secret}` }, body: "" };
}

const REFUSED: Reply = { status: 400, headers: {}, body: "" };
const answer = (token: string) => ({ access_token: token, token_type: "Bearer", expires_in: 300 });
const newSecret = () => randomBytes(32).toString("base64url");
const sha256 = (text: string) => hash("sha256", text, "buffer");

function json(content: object): Reply {
  return {
    status: 200,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: JSON.stringify(content),
  };
}

function constant(content: object): Endpoint {
  const reply = json(content);
  return () => reply;
}
