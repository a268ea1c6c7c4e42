/** The deployment: its database prepared by the commands, people, clients, and how its services start. */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { REDIRECT_URI } from "../clients/browser.ts";
import type { ClientOf, NamedClient } from "../clients/world.ts";
import { CERTIFIED_NAME } from "./certificates.ts";
import { APPS, type App, environmentsOf, type Places, urlsOf } from "./environments.ts";
import { answers, type Program, type Starting, startProgram } from "./program.ts";
import { optionsOfImages } from "./v8-options.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const cliOf = (root: string) => join(root, "apps", "authorization-server", "src", "cli", "main.ts");

/** This version, or the one that prepared the database. They are the same unless an upgrade is tried. */
export type Version = "this" | "before";

const PEOPLE = ["alice", "bob", "carol", "dave"];
const PASSWORD = "a password of chaos";
/** Where a replica listens: for everybody, and for clients with certificates. */
export interface ReplicaPorts {
  readonly port: number;
  readonly certificates: number;
}

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

const V8 = optionsOfImages();

/** As the build of an image does: what is loaded once is compiled for all starts. */
function bundle(root: string, app: App, { PATH, NODE_COMPILE_CACHE }: NodeJS.ProcessEnv): void {
  execFileSync(process.execPath, [join(root, "packages", "bundle", "src", "main.ts"), app], { stdio: "pipe" });
  spawnSync(process.execPath, [...V8, programOf(root, app, "load.js")], { env: { PATH, NODE_COMPILE_CACHE } });
}

const programOf = (root: string, app: App, name: string) => join(root, "apps", app, "dist", name);

const startApp = (program: string, env: NodeJS.ProcessEnv, starting: Pick<Starting, "logFile" | "isReady">) =>
  startProgram({ command: [process.execPath, ...V8, program], options: { env }, ...starting });
