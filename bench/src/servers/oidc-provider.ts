/** The peer, `oidc-provider` with Redis. programs/oidc-provider.ts says how it is set up. */
import { join } from "node:path";
import { DEVICE_CODE, polling } from "../devices.ts";
import { clientCredentials, expectToken, fapiWorks, introspectionByJwt, worksOf } from "../driver.ts";
import { forUserinfo } from "../grants.ts";
import type { Connection, Jar } from "../load/http.ts";
import type { Load } from "../load/model.ts";
import { type Measured, NODE, startMeasured } from "../processes.ts";
import type { Provider } from "../provider.ts";
import { freePort } from "../stores.ts";
import type { Subject } from "../subject.ts";
import type { Starting } from "./starting.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "programs", "oidc-provider.ts");
const REDIRECT_URI = "https://rp.example/cb";
const SECRET = "peer-secret-peer-secret-peer-secret-peer-secret";
const INITIAL_ACCESS_TOKEN = "peer-initial-access-token";

const RESOURCE = { identifier: "https://api.example", scope: "api" };
/** The works that differ with and without a resource. All others are the same. */
const DIFFERENT = ["refresh-rs256", "refresh-es256", "exchange-rs256", "flow-rs256", "flow-es256"] as const;

export async function startOidcProvider(starting: Starting): Promise<Subject> {
  const startedAt = performance.now();
  const es256 = await start(starting, "ES256");
  const provider = providerOf(es256.origin);
  await expectToken(provider);
  const firstTokenMs = performance.now() - startedAt;
  // A process has one algorithm for tokens of client_credentials. The second process serves only that work.
  const rs256 = await start(starting, "RS256");
  const { service } = provider;

  return {
    name: starting.name,
    pids: [es256.process.pid, rs256.process.pid],
    firstTokenMs,
    works: {
      ...worksOf(provider),
      ...fapiWorks(provider, provider.clients.ES256, service),
      "introspection-jwt": async () => introspectionByJwt(forUserinfo(provider), provider.clients.ES256),
      "device-poll": async () => polling(provider, provider.clients.ES256),
      "cc-rs256": async () => clientCredentials(providerOf(rs256.origin), service),
      registration: async () => registering(es256.origin),
    },
    stop: async () => void (await Promise.all([es256, rs256].map(({ process }) => process.stop()))),
  };
}

/** Clients that name no resource: they get an opaque access token and an ID token, with one signature. */
export async function startOpaque(starting: Starting): Promise<Subject> {
  const startedAt = performance.now();
  const { origin, process } = await start(starting, "ES256");
  const { resource: _, ...provider } = providerOf(origin);
  await expectToken(provider);
  const works = worksOf(provider);
  return {
    name: starting.name,
    pids: [process.pid],
    firstTokenMs: performance.now() - startedAt,
    works: Object.fromEntries(DIFFERENT.map((work) => [work, works[work]])),
    stop: () => process.stop(),
  };
}

const clientOf = (alg: string) => ({
  client_id: `bench-${alg}`,
  client_secret: SECRET,
  redirect_uris: [REDIRECT_URI],
  grant_types: ["authorization_code", "refresh_token", "client_credentials", DEVICE_CODE],
  scope: "openid profile email offline_access",
  id_token_signed_response_alg: alg,
  introspection_signed_response_alg: "ES256",
});

async function start({ name, stores, folder }: Starting, alg: string): Promise<{ origin: string; process: Measured }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const process = await startMeasured({
    command: [...NODE, PROGRAM],
    environment: {
      PATH: globalThis.process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      ISSUER: origin,
      REDIS_URL: stores.redisUrl,
      ACCESS_TOKEN_ALG: alg,
      CLIENTS: JSON.stringify(["RS256", "ES256"].map(clientOf)),
      INITIAL_ACCESS_TOKEN,
    },
    ready: `${origin}/.well-known/openid-configuration`,
    logFile: join(folder, `${name}-${alg}.log`),
  });
  return { origin, process };
}

function providerOf(origin: string) {
  const client = (alg: string) => ({ id: `bench-${alg}`, secret: SECRET });
  return {
    origin,
    userinfoOrigin: origin,
    paths: {
      discovery: "/.well-known/openid-configuration",
      jwks: "/jwks",
      authorization: "/auth",
      token: "/token",
      introspection: "/token/introspection",
      userinfo: "/me",
    },
    pushing: "/request",
    devices: "/device/auth",
    redirectUri: REDIRECT_URI,
    clients: { RS256: client("RS256"), ES256: client("ES256") },
    service: { ...client("ES256"), form: { resource: RESOURCE.identifier, scope: RESOURCE.scope } },
    resource: RESOURCE,
    from: () => ({}),
    signIn: follow,
  } satisfies Provider;
}

async function follow(connection: Connection, jar: Jar, authorization: string): Promise<string> {
  let answer = await connection.send("GET", authorization, {});
  for (let hop = 0; hop < 12; hop += 1) {
    jar.keep(answer);
    const location = String(answer.headers.location ?? "");
    if (location.startsWith(REDIRECT_URI)) return location;
    if (location === "") throw new Error(`the peer stopped with ${answer.status}: ${answer.body.slice(0, 300)}`);
    const { pathname, search } = new URL(location, "http://localhost");
    answer = await connection.send("GET", `${pathname}${search}`, { headers: { cookie: jar.header } });
  }
  throw new Error("the peer's sign-in came to no end");
}

function registering(origin: string): Load {
  return {
    kind: "requests",
    origin,
    requests: [
      {
        method: "POST",
        path: "/reg",
        headers: { authorization: `Bearer ${INITIAL_ACCESS_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: [REDIRECT_URI], client_name: "Bench" }),
      },
    ],
  };
}
