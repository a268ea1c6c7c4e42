/** The Caddy of docker-compose.tls.yml: its names lead to the services, and nothing else is open. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const compose = read("docker-compose.tls.yml");
const caddy = spawnSync("caddy", ["version"]).status === 0;

const NAMES = {
  ISSUER_HOST: "id.example.com",
  RESOURCE_HOST: "api.example.com",
  ADMIN_HOST: "admin.example.com",
  CONSOLE_HOST: "console.example.com",
};

function run(command: "adapt" | "validate", file: string): string {
  const args = [command, "--adapter", "caddyfile", "--config", join(root, "deploy", "caddy", file)];
  const { status, stdout, stderr } = spawnSync("caddy", args, { env: { PATH: process.env.PATH, ...NAMES } });
  expect([status, String(stderr)]).toEqual([0, expect.any(String)]);
  return String(stdout);
}

interface Handler {
  readonly handler: string;
  readonly routes?: readonly Route[];
  readonly dynamic_upstreams?: { readonly name: string; readonly port: string };
}
interface Route {
  readonly match?: readonly { readonly host: readonly string[] }[];
  readonly handle: readonly Handler[];
}
interface Server {
  readonly routes: readonly Route[];
  readonly tls_connection_policies: readonly { readonly protocol_min?: string; readonly cipher_suites?: string[] }[];
}

/** The only server of a file. */
const serverOf = (file: string): Server =>
  (Object.values(JSON.parse(run("adapt", file)).apps.http.servers) as Server[])[0] as Server;

/** By name, the service and the port to which requests go. */
function waysOf({ routes }: Server): Record<string, string | undefined> {
  const proxyIn = (handlers: readonly Handler[]): Handler | undefined =>
    handlers.flatMap(({ routes = [] }) => routes.flatMap(({ handle }) => handle)).find((one) => one.dynamic_upstreams);
  return Object.fromEntries(
    routes.map(({ match, handle }) => {
      const { name, port } = proxyIn(handle)?.dynamic_upstreams ?? {};
      return [String(match?.[0]?.host), `${name}:${port}`];
    }),
  );
}

describe.skipIf(!caddy)("deploy/caddy", () => {
  const services = { "id.example.com": "authorization-server:4000", "api.example.com": "resource-server:4001" };
  const more = { "admin.example.com": "authorization-server:4007", "console.example.com": "admin-console:4004" };

  it.each([
    ["Caddyfile", services],
    ["with-console.caddyfile", { ...services, ...more }],
  ])("%s leads each name to its service", (file, ways) => {
    run("validate", file);
    expect(waysOf(serverOf(file))).toEqual(ways);
  });

  it("RFC 9325 §3.1.1 and §4.2: offers TLS 1.3, and of TLS 1.2 ephemeral keys with AES-GCM", () => {
    const policies = serverOf("Caddyfile").tls_connection_policies.filter(({ cipher_suites }) => cipher_suites);
    expect(policies.length).toBeGreaterThan(0);
    for (const { protocol_min, cipher_suites = [] } of policies) {
      expect(protocol_min).toBe("tls1.2");
      for (const suite of cipher_suites) expect(suite).toMatch(/^TLS_ECDHE_(?:ECDSA|RSA)_WITH_AES_\d+_GCM_SHA\d+$/);
    }
  });
});

describe("docker-compose.tls.yml", () => {
  it("opens the ports of the proxy, and those of no service", () => {
    const published = [...compose.matchAll(/^ {2}([\w-]+):$|^ {4}ports: (.*)$/gm)].map(
      ([, name, ports]) => name ?? ports,
    );
    expect(published.filter((text) => text !== "caddy-data" && text !== "caddy-config")).toEqual([
      ...["proxy", '["80:80", "443:443"]'],
      ...["authorization-server", "!reset []", "resource-server", "!reset []", "admin-console", "!reset []"],
    ]);
  });

  it("is started by the example of a file .env, with files that exist", () => {
    const [, files = ""] = /^COMPOSE_FILE=(.*)$/m.exec(read("deploy/caddy/example.env")) ?? [];
    expect(files.split(":")).toEqual(["docker-compose.yml", "docker-compose.production.yml", "docker-compose.tls.yml"]);
    for (const file of files.split(":")) expect(existsSync(join(root, file))).toBe(true);
  });
});
