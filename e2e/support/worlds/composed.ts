/** The ecosystem as `docker compose up` starts it, in a separate project that is removed afterwards. */
import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Ecosystem, ROOT } from "./ecosystem.ts";

const run = promisify(execFile);

const UP_WITHIN_SECONDS = 240;
const LARGEST_OUTPUT = 2 ** 24;

/** The number of authorization servers of a composed world. Without the variable, the ecosystem is not composed. */
export const replicasOf = ({ E2E_COMPOSE_REPLICAS: replicas }: NodeJS.ProcessEnv): number => Number(replicas ?? 0);

/**
 * Starts an ecosystem on an empty database. The images must exist already.
 *
 * @param port the first of nine free ports; the tenth one is that of PostgreSQL
 * @param environment further variables of the start, as for `startEcosystem`
 * @throws with the last lines of all containers when the ecosystem does not start
 */
export async function startComposed(
  port: number,
  { replicas, environment = {} }: { replicas: number; environment?: NodeJS.ProcessEnv },
): Promise<Ecosystem> {
  const { COUNTERSIGN_ISSUER: issuer, NODE_EXTRA_CA_CERTS: authority, NODE_ENV = "development" } = environment;
  const urls = {
    issuer: issuer ?? `http://auth.localhost:${port}`,
    resource: environment.COUNTERSIGN_RESOURCE ?? `http://api.localhost:${port + 1}`,
    client: environment.COUNTERSIGN_CLIENT ?? `http://app.localhost:${port + 2}`,
    api: `http://orders.localhost:${port + 5}`,
    console: environment.COUNTERSIGN_CONSOLE ?? `http://console.localhost:${port + 4}`,
    mcp: `http://mcp.localhost:${port + 6}/mcp`,
    stock: `http://stock.localhost:${port + 8}`,
    administration: `http://admin.localhost:${port + 7}`,
  };
  const random = () => randomBytes(32).toString("base64url");
  const databasePassword = random();
  const databasePort = port + 9;
  const dataDir = join(ROOT, ".data", "e2e", String(port));
  const keyEncryptionKeys = `e2e:${random()}`;
  const settings = {
    NODE_ENV,
    ISSUER: urls.issuer,
    RESOURCE: urls.resource,
    CLIENT: urls.client,
    CONSOLE: urls.console,
    AUTHORIZATION_SERVER_PORT: String(port),
    RESOURCE_SERVER_PORT: String(port + 1),
    SAMPLE_CLIENT_PORT: String(port + 2),
    MAIL_CATCHER_PORT: String(port + 3),
    ADMIN_CONSOLE_PORT: String(port + 4),
    SAMPLE_API_PORT: String(port + 5),
    SAMPLE_MCP_PORT: String(port + 6),
    ADMIN_PORT: String(port + 7),
    SAMPLE_STOCK_PORT: String(port + 8),
    // The variables of the person who runs the tests are for other services.
    MAIL_URL: "",
    SIGN_UP: "",
    REPLICAS: String(replicas),
    // Requests from this machine come from the addresses of the networks themselves.
    TRUSTED_PROXIES: "uniquelocal",
    OUTBOUND_ALLOWED_HOSTS: [environment.OUTBOUND_ALLOWED_HOSTS, ...hostsOf(urls.client, urls.console)]
      .filter(Boolean)
      .join(","),
    POSTGRES_PASSWORD: random(),
    DATABASE_PASSWORD: random(),
    AUTHORIZATION_SERVER_DATABASE_PASSWORD: databasePassword,
    RESOURCE_SERVER_DATABASE_PASSWORD: random(),
    SAMPLE_CLIENT_SECRET: random(),
    SAMPLE_API_SECRET: random(),
    ADMIN_CONSOLE_KEY: JSON.stringify(consoleKey()),
    USERINFO_RESPONSE_SECRET: random(),
    KEY_ENCRYPTION_KEYS: keyEncryptionKeys,
    E2E_DATABASE_PORT: String(databasePort),
    AUTHORIZATION_DETAILS: await detailsFor(urls.api, dataDir),
    CLIENT_DOCUMENTS: environment.CLIENT_DOCUMENTS ?? "off",
    OPEN_REGISTRATION: environment.OPEN_REGISTRATION ?? "native",
    CLIENT_DOCUMENT_HOSTS: environment.CLIENT_DOCUMENT_HOSTS ?? "",
    ...(authority === undefined ? {} : { E2E_AUTHORITY: authority }),
  };

  // Commands that make keys read it, as those of a world that runs without containers.
  await writeFile(join(dataDir, "development.json"), JSON.stringify({ keyEncryptionKeys }));
  const project = `countersign-e2e-${port}`;
  const compose = composeOf(project, replicas, settings);
  const door = issuer === undefined ? undefined : await openDoor(Number(new URL(issuer).port));
  const stop = async () => {
    await compose("down", "--volumes", "--timeout", "20");
    door?.close();
  };
  try {
    await compose("up", "--detach", "--wait", "--wait-timeout", String(UP_WITHIN_SECONDS));
  } catch (error) {
    const lines = await compose("logs", "--tail", "20").catch(() => "");
    await stop().catch(() => {});
    throw new Error(`the composed ecosystem on port ${port} did not come up:\n${lines}`, { cause: error });
  }

  const login = "countersign_authorization_server";
  return {
    ...urls,
    databaseUrl: `postgres://${login}:${databasePassword}@127.0.0.1:${databasePort}/countersign`,
    accounts: [...DEMO_PEOPLE, DEMO_ADMINISTRATOR],
    dataDir,
    logCommand: ["docker", "compose", "--project-name", project, "logs", "--no-color", "--no-log-prefix"],
    stop,
  };
}

const DEMO_PEOPLE = ["alice", "bob"].map((username) => ({ username, password: `${username}-demo-password` }));
const DEMO_ADMINISTRATOR = {
  username: "admin",
  password: "admin-demo-password",
  totp: "COUNTERSIGNDEMOKEYOFADMINISTRATO",
};

/** A private key for the console: in production it refuses the one that is publicly known. */
const consoleKey = () => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  kid: "e2e",
});

const hostsOf = (...urls: readonly string[]) => urls.map((url) => new URL(url).host);

/** Writes the types of authorization details for the sample API at its URL in this world, and returns their folder. */
async function detailsFor(api: string, dataDir: string): Promise<string> {
  const folder = join(dataDir, "authorization-details");
  await cp(join(ROOT, "packages", "dev", "authorization-details"), folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const type = JSON.parse(await readFile(join(folder, name), "utf8")) as object;
    await writeFile(join(folder, name), JSON.stringify({ ...type, resources: [api] }));
  }
  return folder;
}

function composeOf(project: string, replicas: number, settings: NodeJS.ProcessEnv) {
  const files = [
    "docker-compose.yml",
    ...(replicas > 1 ? ["docker-compose.replicas.yml"] : []),
    join("e2e", "docker-compose.e2e.yml"),
  ].flatMap((file) => ["--file", file]);
  return async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run("docker", ["compose", "--project-name", project, ...files, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      maxBuffer: LARGEST_OUTPUT,
    });
    return stdout;
  };
}

/**
 * Lets containers reach a loopback port of this machine, where the TLS proxy listens. If containers run on their own
 * machine (Docker Desktop), they can reach it anyway, and there is no address to listen on.
 */
async function openDoor(port: number): Promise<Server | undefined> {
  const format = "{{(index .IPAM.Config 0).Gateway}}";
  const { stdout } = await run("docker", ["network", "inspect", "bridge", "--format", format]);
  const door = createServer((socket) => {
    const inside = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [socket, inside],
      [inside, socket],
    ] as const) {
      one.pipe(other);
      one.once("error", () => other.destroy());
    }
  });
  return new Promise((resolve) => {
    door.once("error", () => resolve(undefined));
    door.listen(port, stdout.trim(), () => resolve(door));
  });
}
