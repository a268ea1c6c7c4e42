/** The second peer, better-auth on PostgreSQL. programs/better-auth.ts says how it is set up. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectToken, worksOf } from "../driver.ts";
import { type Connection, expectStatus, type Jar } from "../load/http.ts";
import { NODE, startMeasured } from "../processes.ts";
import type { Provider, RelyingParty } from "../provider.ts";
import { freePort } from "../stores.ts";
import type { Subject } from "../subject.ts";
import type { Starting } from "./starting.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "programs", "better-auth.ts");
const [EMAIL, PASSWORD] = ["alice@example.org", "a bench password"];

export async function startBetterAuth({ name, stores, folder }: Starting): Promise<Subject> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const clientsFile = join(folder, `${name}-clients.json`);
  const databaseUrl = await stores.database(`bench_${name.replace(/\W/g, "_")}`);
  const startedAt = performance.now();
  const measured = await startMeasured({
    command: [...NODE, PROGRAM],
    environment: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      ISSUER: origin,
      DATABASE_URL: databaseUrl,
      CLIENTS_FILE: clientsFile,
      EMAIL,
      PASSWORD,
    },
    ready: `${origin}/api/auth/.well-known/openid-configuration`,
    logFile: join(folder, `${name}.log`),
  });
  const provider = providerOf(origin, JSON.parse(readFileSync(clientsFile, "utf8")));
  await expectToken(provider);
  // better-auth looks up every token, whether it has seen it before or not. So one of the two works is enough.
  const { "userinfo-fresh": _, ...works } = worksOf(provider);
  return {
    name,
    pids: [measured.pid],
    firstTokenMs: performance.now() - startedAt,
    works,
    stop: () => measured.stop(),
  };
}

function providerOf(origin: string, { web, service }: Record<"web" | "service", RelyingParty>): Provider {
  return {
    origin,
    userinfoOrigin: origin,
    paths: {
      discovery: "/api/auth/.well-known/openid-configuration",
      jwks: "/api/auth/jwks",
      authorization: "/api/auth/oauth2/authorize",
      token: "/api/auth/oauth2/token",
      introspection: "/api/auth/oauth2/introspect",
      userinfo: "/api/auth/oauth2/userinfo",
    },
    redirectUri: "https://rp.example/cb",
    clients: { ES256: web },
    service: { ...service, form: { resource: "https://api.example", scope: "api" } },
    // Without this header, better-auth answers with JSON instead of a redirect.
    from: () => ({ accept: "text/html" }),
    signIn: (connection, jar, authorization) => signIn(origin, connection, jar, authorization),
  };
}

async function signIn(origin: string, connection: Connection, jar: Jar, authorization: string): Promise<string> {
  const json = { email: EMAIL, password: PASSWORD };
  const signedIn = await connection.send("POST", "/api/auth/sign-in/email", { headers: { origin }, json });
  jar.keep(expectStatus(signedIn, 200, "the peer's sign-in"));

  // The client needs no consent, but better-auth would ask for it if the request has this prompt.
  const path = authorization.replace("&prompt=consent", "");
  const answer = await connection.send("GET", path, { headers: { accept: "text/html", cookie: jar.header } });
  jar.keep(answer);
  const location = String(answer.headers.location ?? "");
  if (location === "") throw new Error(`the peer stopped with ${answer.status}: ${answer.body.slice(0, 300)}`);
  return location;
}
