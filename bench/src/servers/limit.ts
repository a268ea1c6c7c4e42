/** The limits: programs/limit.ts behind bare Express and bare node:http, on PostgreSQL. */
import { join } from "node:path";
import { clientCredentials, expectToken, worksOf } from "../driver.ts";
import { NODE, startMeasured } from "../processes.ts";
import type { Provider } from "../provider.ts";
import { freePort } from "../stores.ts";
import type { Subject } from "../subject.ts";
import type { Starting } from "./starting.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "programs", "limit.ts");
const SECRET = "limit-secret-limit-secret-limit-secret-limit";
const REDIRECT_URI = "https://rp.example/cb";

export const startBareExpress = (starting: Starting) => start(starting, "express");
export const startBareHttp = (starting: Starting) => start(starting, "http");

async function start({ name, stores, folder }: Starting, framework: "express" | "http"): Promise<Subject> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const startedAt = performance.now();
  const measured = await startMeasured({
    command: [...NODE, PROGRAM],
    environment: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      ISSUER: origin,
      DATABASE_URL: await stores.database(`bench_${name.replace(/\W/g, "_")}`),
      CLIENTS: JSON.stringify(["RS256", "ES256"].map((alg) => ({ id: `bench-${alg}`, secret: SECRET, alg }))),
      FRAMEWORK: framework,
    },
    ready: `${origin}/jwks`,
    logFile: join(folder, `${name}.log`),
  });
  const provider = providerOf(origin);
  await expectToken(provider);
  return {
    name,
    pids: [measured.pid],
    firstTokenMs: performance.now() - startedAt,
    works: {
      ...worksOf(provider),
      "cc-rs256": async () => clientCredentials(provider, provider.clients.RS256),
    },
    stop: () => measured.stop(),
  };
}

function providerOf(origin: string) {
  const client = (alg: string) => ({ id: `bench-${alg}`, secret: SECRET });
  return {
    origin,
    userinfoOrigin: origin,
    paths: {
      discovery: "/discovery",
      jwks: "/jwks",
      authorization: "/authorization",
      token: "/token",
      introspection: "/introspection",
      userinfo: "/userinfo",
    },
    redirectUri: REDIRECT_URI,
    clients: { RS256: client("RS256"), ES256: client("ES256") },
    service: client("ES256"),
    from: () => ({}),
    async signIn(connection, jar, authorization) {
      const answer = await connection.send("GET", authorization);
      jar.keep(answer);
      return String(answer.headers.location ?? "");
    },
  } satisfies Provider;
}
