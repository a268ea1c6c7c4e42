/** The deployment: its database prepared by the commands, a person, clients, and the environment of the services. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { REDIRECT_URI } from "../clients/browser.ts";
import type { ClientOf, NamedClient } from "../clients/world.ts";
import { CERTIFIED_NAME } from "./certificates.ts";
import { answers, type Program, type Starting, startProgram } from "./program.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const cliOf = (root: string) => join(root, "apps", "authorization-server", "src", "cli", "main.ts");

export const APPS = ["authorization-server", "resource-server"] as const;
export type App = (typeof APPS)[number];

/** This version, or the one that prepared the database. They are the same unless an upgrade is tried. */
export type Version = "this" | "before";

const PEOPLE = ["alice", "bob", "carol", "dave"];
const PASSWORD = "a password of chaos";
export const DATABASE = "chaos";

/** Where a replica listens: for everybody, and for clients with certificates. */
export interface ReplicaPorts {
  readonly port: number;
  readonly certificates: number;
}

export interface Places {
  readonly folder: string;
  readonly issuer: string;
  readonly resource: string;
  /** The addresses of both services for clients with certificates, and the authority of these. */
  readonly certificates: Record<"issuer" | "resource" | "authority", string>;
  readonly redisUrl: string;
  readonly mailUrl: string;
  /** The URL of the superuser, and the ports of all servers of PostgreSQL. */
  readonly superuser: string;
  readonly servers: readonly number[];
  /** Where the services reach them: the network before them, or before their poolers. */
  readonly found: readonly number[];
  /** The password of all logins. */
  readonly password: string;
  /** The folder of an earlier release, bootstrapped, from which an upgrade is tried. */
  readonly before?: string | undefined;
  /** The AUDIT_STREAM of the services. */
  readonly auditStream?: string | undefined;
}

/** The logins of the services. */
export const SERVICE_LOGINS = ["chaos_service", "chaos_reader"] as const;

export interface Deployment {
  readonly client: ClientOf;
  readonly bound: ClientOf;
  readonly open: NamedClient;
  readonly certified: NamedClient;
  readonly service: ClientOf;
  readonly people: readonly string[];
  readonly password: string;
  readonly initialAccessToken: string;
  start(app: App, ports: ReplicaPorts, version: Version): Promise<Program>;
  /** The URL of the login that owns the tables. */
  readonly owner: string;
  /** Runs the operator's command. Returns what it printed. */
  command(args: readonly string[], input?: string): string;
  /** Migrates the database, as the first step of an upgrade. */
  migrate(): void;
}

/** Prepares the database and starts nothing. */
export function deploy(places: Places): Deployment {
  const key = `chaos:${randomBytes(32).toString("base64url")}`;
  const versions = { this: versionOf(places, key), before: versionOf(places, key, places.before) };
  const cli = (args: readonly string[], input = "", { root, urls, environments }: Installed = versions.before) =>
    patiently(() =>
      execFileSync(process.execPath, [cliOf(root), ...args], {
        env: { ...environments["authorization-server"], ...urls.ofCommands },
        input,
        encoding: "utf8",
        stdio: "pipe", // an error has what was said
      }),
    );
  const added = (...args: string[]): Record<string, string> => JSON.parse(cli([...args, "--json"]));

  cli(["prepare"]);
  for (const person of PEOPLE) {
    cli(["users", "add", person, "--generate-password"]);
    cli(["users", "set-password", person, "--password-stdin"], PASSWORD);
  }
  added("resources", "add", "https://chaos.example", "--name", "Chaos", "--scope", "chaos:read");
  const service = added(
    "clients",
    "add",
    "--name",
    "Service",
    "--grant-type",
    "client_credentials",
    "--scope",
    "chaos:read",
  );
  const registered = (metadata: object) => {
    const file = join(places.folder, "client.json");
    writeFileSync(file, JSON.stringify(metadata));
    return clientOf(added("clients", "add", "--file", file));
  };
  const client = registered(METADATA);
  const bound = registered({ ...METADATA, ...BOUND });
  const { id: open } = registered({ ...METADATA, ...OPEN });
  const { id: certified } = registered({ ...METADATA, ...CERTIFIED });
  const token = added("tokens", "add", "--clients", "unlimited", "--uses", "unlimited");
  const { this: current, before } = versions;
  for (const { root, environments } of places.before === undefined ? [current] : [current, before])
    for (const app of APPS) bundle(root, app, environments[app]);
  return {
    client,
    bound,
    open: { id: open },
    certified: { id: certified },
    service: clientOf(service),
    people: PEOPLE,
    password: PASSWORD,
    initialAccessToken: token.initial_access_token ?? "",
    start(app, { port, certificates }, version) {
      const { root, environments } = versions[version];
      const env = { ...environments[app], PORT: String(port), MTLS_PORT: String(certificates) };
      return startApp(programOf(root, app, "start.js"), env, {
        logFile: join(places.folder, `${app}-${port}.log`),
        isReady: () => answers(port, "/health/ready"),
      });
    },
    owner: current.urls.ofCommands.OWNER_DATABASE_URL,
    command: (args, input) => cli(args, input, current),
    migrate: () => void cli(["prepare"], "", current),
  };
}

const MOST_REPEATS = 5;

/** Runs a command again if it got no connection in time: it has done nothing then. */
function patiently(run: () => string): string {
  for (let left = MOST_REPEATS; ; left--) {
    try {
      return run();
    } catch (err) {
      if (left === 0 || !String(err).includes("connection timeout")) throw err;
    }
  }
}

type Installed = ReturnType<typeof versionOf>;

/** A version where it is installed, with what it is told. */
function versionOf(places: Places, key: string, before?: string) {
  const urls = urlsOf(places, before !== undefined);
  return { root: before ?? ROOT, urls, environments: environmentsOf(places, urls, key) };
}

const METADATA = {
  client_name: "Chaos",
  profile: "oidc",
  redirect_uris: [REDIRECT_URI],
  grant_types: ["authorization_code", "refresh_token"],
  scope: "openid profile offline_access",
};

const BOUND = {
  client_name: "Chaos with a key",
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
};

const OPEN = { client_name: "Chaos without a secret", token_endpoint_auth_method: "none" };

const CERTIFIED = {
  client_name: "Chaos with a certificate",
  token_endpoint_auth_method: "tls_client_auth",
  tls_client_auth_san_dns: CERTIFIED_NAME,
  tls_client_certificate_bound_access_tokens: true,
};

const clientOf = ({ client_id: id = "", client_secret: secret = "" }: Record<string, string>): ClientOf => ({
  id,
  secret,
});

/**
 * Each URL names all servers, so that the one that takes over is found. Commands use no pooler. Versions before 0.3.0
 * know URLs of one server only, and go on through no fail-over.
 */
function urlsOf({ servers, found, superuser, password }: Places, isBefore: boolean) {
  const of = (login: string, all: readonly number[]) => {
    const ports = isBefore ? all.slice(0, 1) : all;
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    const options = isBefore ? "" : "?target_session_attrs=read-write";
    return `postgres://${login}:${password}@${hosts}/${DATABASE}${options}`;
  };
  const [service, reader] = SERVICE_LOGINS;
  return {
    service: of(service, found),
    reader: of(reader, found),
    ofCommands: {
      ADMIN_DATABASE_URL: superuser,
      OWNER_DATABASE_URL: of("chaos_owner", servers),
      DATABASE_URL: of(service, servers),
      RESOURCE_SERVER_DATABASE_URL: of(reader, servers),
    },
  };
}

function environmentsOf(places: Places, urls: ReturnType<typeof urlsOf>, key: string) {
  const { folder, issuer, resource, certificates, redisUrl, mailUrl, auditStream } = places;
  // As docs/mtls.md says for nginx.
  const mtls = { MTLS_PROXIES: "127.0.0.1", MTLS_PEM_HEADER: "X-Client-Cert" };
  const shared = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
    NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
    ISSUER: issuer,
    LOG_LEVEL: "warn",
    // HAProxy asks once a second, and believes it at the second time.
    SHUTDOWN_DELAY_SECONDS: "4",
    TRUSTED_PROXIES: "127.0.0.1",
    // Version 0.2.0 shares the nonces of DPoP proofs by this alone.
    USERINFO_RESPONSE_SECRET: createHash("sha256").update(key).digest("base64url"),
  };
  const unlimited = { TOKEN_REQUESTS_PER_MINUTE: "100000000", PUSHED_REQUESTS_PER_MINUTE: "100000000" };
  return {
    "authorization-server": {
      ...{ ...shared, ...unlimited },
      DATABASE_URL: urls.service,
      REDIS_URL: redisUrl,
      KEY_ENCRYPTION_KEYS: key,
      USERINFO_RESOURCE: resource,
      ...{ ...mtls, MTLS_URL: certificates.issuer, MTLS_CLIENT_CA: certificates.authority },
      MTLS_USERINFO_ENDPOINT: `${certificates.resource}/userinfo`,
      ...{ SIGN_UP: "open", MAIL_URL: mailUrl, MAIL_FROM: "no-reply@chaos.example" },
      ...(auditStream !== undefined && { AUDIT_STREAM: auditStream }),
    },
    "resource-server": {
      ...{ ...shared, ...mtls, MTLS_URL: certificates.resource },
      DATABASE_URL: urls.reader,
      RESOURCE: resource,
    },
  };
}

const V8 = ["--max-old-space-size=512"];

/** As the build of an image does: what is loaded once is compiled for all starts. */
function bundle(root: string, app: App, { PATH, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv): void {
  execFileSync(process.execPath, [join(root, "packages", "bundle", "src", "main.ts"), app], { stdio: "pipe" });
  spawnSync(process.execPath, [...V8, programOf(root, app, "load.js")], { env: { PATH, NODE_COMPILE_CACHE } });
}

const programOf = (root: string, app: App, name: string) => join(root, "apps", app, "dist", name);

const startApp = (program: string, env: NodeJS.ProcessEnv, starting: Pick<Starting, "logFile" | "isReady">) =>
  startProgram({ command: [process.execPath, ...V8, program], options: { env }, ...starting });
