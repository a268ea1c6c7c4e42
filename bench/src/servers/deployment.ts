/** A deployment of Countersign as shipped: production mode, both stores, a log in a file, limits and audit on. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Measured, NODE, startMeasured } from "../processes.ts";
import type { Provider, RelyingParty, ServiceClient } from "../provider.ts";
import { freePort } from "../stores.ts";
import { PASSWORD, REDIRECT_URI, signInAt } from "./countersign-pages.ts";
import { addPeople } from "./countersign-people.ts";
import type { Starting } from "./starting.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const BUNDLER = join(ROOT, "packages", "bundle", "src", "main.ts");
const CLI = join(ROOT, "apps", "authorization-server", "src", "cli", "main.ts");

const APPS = ["authorization-server", "resource-server"] as const;
const [, ...V8] = NODE;

type App = (typeof APPS)[number];
type CommandLine = ((...args: string[]) => string) & { withInput(input: string, ...args: string[]): string };
type Alg = "RS256" | "ES256";

export interface DeploymentOptions extends Starting {
  /** What differs from the shipped configuration; `undefined` removes a variable. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether its processes may use every core. */
  readonly unpinned?: boolean;
}

/** How one start differs from that of our images. */
export interface Differing {
  /** All options of V8. */
  readonly options: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** The Node.js that runs it. */
  readonly node?: string;
}

export interface Deployment {
  readonly provider: Provider & { readonly clients: Readonly<Record<Alg, RelyingParty>> };
  readonly services: Readonly<Record<Alg, ServiceClient>>;
  /** A client that gets introspection in JWTs, of which each is signed with ES256. */
  readonly introspecting: RelyingParty;
  readonly cli: CommandLine;
  /** The same command, in the form of `execFile`. */
  commandOf(...args: string[]): [string, string[], { env: NodeJS.ProcessEnv }];
  /** The URL of the database, with the login that owns it. */
  readonly databaseUrl: string;
  /** The port of the issuer. */
  readonly port: number;
  /** Starts one of the processes. A port other than its usual one makes it a replica behind a balancer. */
  start(app: App, port?: number, differing?: Differing): Promise<Measured>;
  /** Fills the cache of compiled code for a start with other options of V8. */
  compileFor(v8: readonly string[]): void;
}

/** One source sends all requests, and one client pushes all that are pushed. */
const UNLIMITED = { TOKEN_REQUESTS_PER_MINUTE: "100000000", PUSHED_REQUESTS_PER_MINUTE: "100000000" };

/** Makes the database, a person and clients. It starts no service. */
export async function deploy(options: DeploymentOptions): Promise<Deployment> {
  const { name, stores, folder, profile, unpinned = false } = options;
  const ports = { "authorization-server": await freePort(), "resource-server": await freePort() };
  const [issuer, resource] = [
    `http://localhost:${ports["authorization-server"]}`,
    `http://localhost:${ports["resource-server"]}`,
  ];
  const databases = stores.logins(`bench_${name.replace(/\W/g, "_")}`);
  const environments = environmentsOf({ issuer, resource, databases }, options);
  const { administrator, owner, reader } = databases;
  const logins = { ADMIN_DATABASE_URL: administrator, OWNER_DATABASE_URL: owner, RESOURCE_SERVER_DATABASE_URL: reader };
  const forCli = { ...environments["authorization-server"], ...logins, NODE_OPTIONS: undefined };
  const cli = commandLine(forCli);
  cli("prepare");
  cli("users", "add", "alice", "--generate-password");
  cli.withInput(PASSWORD, "users", "set-password", "alice", "--password-stdin");
  await addPeople(databases.owner);
  const clients = { RS256: addClient(cli, folder, "RS256"), ES256: addClient(cli, folder, "ES256") };
  const services = { RS256: addService(cli, "RS256"), ES256: addService(cli, "ES256") };

  for (const app of APPS) execFileSync(process.execPath, [BUNDLER, app]);
  const compileFor = (v8: readonly string[]) => {
    for (const app of APPS) compile(app, environments[app], v8);
  };
  compileFor(V8);
  const profiling = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`, "--cpu-prof-interval=200"];
  return {
    provider: providerOf({ issuer, resource, clients, service: services.ES256 }),
    services,
    introspecting: addClient(cli, folder, "ES256", { introspection_signed_response_alg: "ES256" }),
    cli,
    commandOf: (...args) => [process.execPath, [CLI, ...args], { env: forCli }],
    databaseUrl: databases.owner,
    port: ports["authorization-server"],
    compileFor,
    start: (app, port = ports[app], { options: v8, environment: more, node = process.execPath } = { options: V8 }) =>
      startMeasured({
        command: [node, ...v8, ...profiling, join(ROOT, "apps", app, "dist", "start.js")],
        environment: { ...environments[app], PORT: String(port), ...more },
        ready: `http://localhost:${port}/health/ready`,
        logFile: join(folder, `${name}-${app}.log`),
        unpinned,
      }),
  };
}

interface Places extends Pick<Known, "issuer" | "resource"> {
  readonly databases: Readonly<Record<"service" | "reader", string>>;
}

function environmentsOf({ issuer, resource, databases }: Places, { stores, folder, environment }: DeploymentOptions) {
  const shared = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    ISSUER: issuer,
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
  };
  return {
    "authorization-server": {
      ...shared,
      DATABASE_URL: databases.service,
      REDIS_URL: stores.redisUrl,
      KEY_ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64url")}`,
      USERINFO_RESOURCE: resource,
      TRUSTED_PROXIES: "127.0.0.1",
      ...UNLIMITED,
      ...environment,
    },
    "resource-server": { ...shared, DATABASE_URL: databases.reader, RESOURCE: resource, ...environment },
  };
}

/** Does what the build of an image does. Without a configuration, a service ends when all its code is loaded. */
function compile(app: App, { PATH, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv, v8: readonly string[]): void {
  const load = join(ROOT, "apps", app, "dist", "load.js");
  spawnSync(process.execPath, [...v8, load], { env: { PATH, NODE_COMPILE_CACHE } }); // it is valid for these options
}

function commandLine(environment: NodeJS.ProcessEnv): CommandLine {
  const withInput = (input: string, ...args: string[]) =>
    execFileSync(process.execPath, [CLI, ...args], { env: environment, input, encoding: "utf8" });
  return Object.assign((...args: string[]) => withInput("", ...args), { withInput });
}

function addClient(cli: CommandLine, folder: string, alg: Alg, more: object = {}): RelyingParty {
  const file = join(folder, `client-${alg}.json`);
  const metadata = {
    client_name: `Bench ${alg}`,
    profile: "oidc",
    // As the peers: what scopes give is at /userinfo, and not in each ID token.
    id_token_claims: "requested",
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid profile email offline_access",
    id_token_signed_response_alg: alg,
    ...more,
  };
  writeFileSync(file, JSON.stringify(metadata));
  const { client_id, client_secret } = JSON.parse(cli("clients", "add", "--file", file, "--json"));
  return { id: client_id, secret: client_secret };
}

/** A resource server whose access tokens use this algorithm, and a client that gets tokens for it. */
function addService(cli: CommandLine, alg: Alg): ServiceClient {
  const [resource, scope] = [`https://${alg.toLowerCase()}.example`, `bench:${alg.toLowerCase()}`];
  cli("resources", "add", resource, "--name", alg, "--scope", scope, "--access-token-signing-alg", alg);
  const client = ["--name", `Service ${alg}`, "--grant-type", "client_credentials", "--scope", scope];
  const { client_id, client_secret } = JSON.parse(cli("clients", "add", ...client, "--json"));
  return { id: client_id, secret: client_secret, form: { resource, scope } };
}

interface Known {
  readonly issuer: string;
  readonly resource: string;
  readonly clients: Readonly<Record<Alg, RelyingParty>>;
  readonly service: ServiceClient;
}

function providerOf({ issuer, resource, clients, service }: Known): Deployment["provider"] {
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
    pushing: "/par",
    devices: "/device_authorization",
    redirectUri: REDIRECT_URI,
    clients,
    service,
    from: (index) => ({ "x-forwarded-for": `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }),
    signIn: (connection, jar, authorization, index) => signInAt(issuer, { connection, jar, authorization, index }),
  };
}
