/** Ourselves, as shipped: production mode, Redis and PostgreSQL, a log in a file, limits and audit on. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientCredentials, worksOf } from "../driver.ts";
import { connectTo, Jar } from "../load/http.ts";
import type { Load } from "../load/load.ts";
import { type Measured, startMeasured } from "../processes.ts";
import type { Provider, RelyingParty } from "../provider.ts";
import { freePort } from "../stores.ts";
import type { Subject } from "../subject.ts";
import { PASSWORD, REDIRECT_URI, signInAt } from "./countersign-pages.ts";
import type { Starting } from "./servers.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export async function startCountersign(starting: Starting): Promise<Subject> {
  const { name } = starting;
  const place = await placeOf(starting);
  const { cli, issuer, resource } = place;
  cli("prepare");
  cli("users", "add", "alice", "--generate-password");
  cli.withInput(PASSWORD, "users", "set-password", "alice", "--password-stdin");
  const clients = { RS256: addClient(cli, starting.folder, "RS256"), ES256: addClient(cli, starting.folder, "ES256") };
  const { initial_access_token } = JSON.parse(cli("tokens", "add", "--uses", "unlimited", "--json"));

  const startedAt = performance.now();
  const authorizationServer = await place.start("authorization-server");
  const provider = providerOf(issuer, resource, clients);
  await expectToken(provider);
  const firstTokenMs = performance.now() - startedAt;
  const measured: readonly Measured[] = [authorizationServer, await place.start("resource-server")];
  return {
    name,
    pids: measured.map(({ pid }) => pid),
    firstTokenMs,
    works: {
      ...worksOf(provider),
      registration: async () => registering(provider, initial_access_token),
      "sign-in": async () => signingIn(provider),
    },
    stop: async () => void (await Promise.all(measured.map((process) => process.stop()))),
  };
}

/** Where a deployment of ours is, and how its parts are started. */
async function placeOf({ name, stores, folder, profile }: Starting) {
  const [port, resourcePort] = [await freePort(), await freePort()];
  const [issuer, resource] = [`http://localhost:${port}`, `http://localhost:${resourcePort}`];
  const databases = stores.logins(`bench_${name.replace(/\W/g, "_")}`);
  const shared = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    ISSUER: issuer,
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
  };
  const environments = {
    "authorization-server": {
      ...shared,
      PORT: String(port),
      DATABASE_URL: databases.owner,
      REDIS_URL: stores.redisUrl,
      KEY_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64url")}`,
      USERINFO_RESOURCE: resource,
      TRUSTED_PROXIES: "127.0.0.1",
    },
    "resource-server": { ...shared, PORT: String(resourcePort), DATABASE_URL: databases.reader, RESOURCE: resource },
  };
  const profiling = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`, "--cpu-prof-interval=200"];
  const logins = { ADMIN_DATABASE_URL: databases.administrator, RESOURCE_SERVER_DATABASE_URL: databases.reader };
  return {
    issuer,
    resource,
    cli: commandLine({ ...environments["authorization-server"], ...logins }),
    start: (app: keyof typeof environments) =>
      startMeasured({
        command: [process.execPath, ...profiling, join(ROOT, "apps", app, "src", "main.ts")],
        environment: environments[app],
        ready: `http://localhost:${environments[app].PORT}/health/ready`,
        logFile: join(folder, `${name}-${app}.log`),
      }),
  };
}

type CommandLine = ((...args: string[]) => string) & { withInput(input: string, ...args: string[]): string };

function commandLine(environment: NodeJS.ProcessEnv): CommandLine {
  const entry = join(ROOT, "apps", "authorization-server", "src", "cli", "main.ts");
  const withInput = (input: string, ...args: string[]) =>
    execFileSync(process.execPath, [entry, ...args], { env: environment, input, encoding: "utf8" });
  return Object.assign((...args: string[]) => withInput("", ...args), { withInput });
}

function addClient(cli: CommandLine, folder: string, alg: "RS256" | "ES256"): RelyingParty {
  const file = join(folder, `client-${alg}.json`);
  const metadata = {
    client_name: `Bench ${alg}`,
    profile: "oidc",
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "refresh_token", "client_credentials"],
    scope: "openid profile email offline_access",
    id_token_signed_response_alg: alg,
  };
  writeFileSync(file, JSON.stringify(metadata));
  const { client_id, client_secret } = JSON.parse(cli("clients", "add", "--file", file, "--json"));
  return { id: client_id, secret: client_secret };
}

function providerOf(issuer: string, resource: string, clients: Record<"RS256" | "ES256", RelyingParty>): Provider {
  return {
    origin: issuer,
    userinfoOrigin: resource,
    paths: {
      discovery: "/.well-known/openid-configuration",
      jwks: "/jwks",
      authorization: "/authorization",
      token: "/token",
      introspection: "/introspect",
      userinfo: "/userinfo",
    },
    redirectUri: REDIRECT_URI,
    clients,
    service: clients.ES256,
    from: (index) => ({ "x-forwarded-for": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }),
    signIn: (connection, jar, authorization, index) => signInAt(issuer, { connection, jar, authorization, index }),
  };
}

async function expectToken({ origin, service, from }: Provider): Promise<void> {
  if (service === undefined) return;
  const load = clientCredentials(
    { ...({} as Provider), origin, from, paths: { token: "/token" } as Provider["paths"] },
    service,
  );
  if (load.kind !== "requests") return;
  const [{ path, headers, body } = { path: "/", headers: {}, body: "" }] = load.requests;
  const response = await fetch(`${origin}${path}`, { method: "POST", headers: { ...headers }, body: body ?? "" });
  if (!response.ok) throw new Error(`no first token: ${response.status} ${await response.text()}`);
}

function registering({ origin, from }: Provider, token: string): Load {
  const body = JSON.stringify({ redirect_uris: [REDIRECT_URI], client_name: "Bench" });
  const requests = Array.from({ length: 4096 }, (_, index) => ({
    method: "POST" as const,
    path: "/openid/register",
    headers: { ...from(index), authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
  }));
  return { kind: "requests", origin, requests };
}

function signingIn(provider: Provider): Load {
  const { RS256 } = provider.clients;
  const path = `/authorization?${new URLSearchParams({ client_id: RS256?.id ?? "", response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid profile", nonce: "n", state: "s" })}`;
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  return {
    kind: "steps",
    async open() {
      const connection = connectTo(provider.origin);
      await provider.signIn(connection, new Jar(), path, next());
      return async () => {
        await provider.signIn(connection, new Jar(), path, next());
        return true;
      };
    },
  };
}
