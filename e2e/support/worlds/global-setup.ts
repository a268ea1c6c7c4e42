/** Starts both worlds before all tests, and stops everything after them. */
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { type Certificates, makeCertificates, writeAuthority } from "./certificates.ts";
import { replicasOf, startComposed } from "./composed.ts";
import { DOCUMENTS } from "./document-site.ts";
import { type Ecosystem, ROOT, startEcosystem } from "./ecosystem.ts";
import { preloading } from "./node-options.ts";
import { after, freePorts } from "./ports.ts";
import { startTlsProxy, type TlsProxy } from "./tls-proxy.ts";
import { publishWorlds, type World } from "./world.ts";

const NAMES = {
  issuer: "auth.countersign.test",
  resource: "api.countersign.test",
  client: "app.example.test",
  api: "orders.example.test",
  console: "console.countersign.test",
  issuerWithCertificates: "mtls.auth.countersign.test",
  resourceWithCertificates: "mtls.api.countersign.test",
} as const;
// The last one is on the site of the issuer, but is a different origin.
const OTHER_SITES = ["rp.test", "rp2.test", "evil.test", DOCUMENTS, "rp.countersign.test"];

// Containers bind their ports long after the check that they are free. Other runs on this machine look at other
// ports first.
const FIRST_COMPOSED_PORT = 4500;

type Stop = () => Promise<void>;
type Start = () => Promise<World>;

export default async function setUp(_config: FullConfig): Promise<Stop> {
  const stops: Stop[] = [];
  const stopAll = async () => void (await Promise.all(stops.map((stop) => stop())));
  try {
    const first = await freePorts(replicasOf(process.env) === 0 ? undefined : FIRST_COMPOSED_PORT);
    const second = await freePorts(after(first));
    publishWorlds(await inTurnOrAtOnce([() => httpWorld(first, stops), () => httpsWorld(second, stops)]));
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Twenty containers that start at once would starve each other: those of the second world start after the first. */
async function inTurnOrAtOnce([http, https]: readonly [Start, Start]): Promise<readonly World[]> {
  if (replicasOf(process.env) > 0) return [await http(), await https()];
  // If one does not start, the other one is stopped: only when it has started does it say how.
  const [one, other] = await Promise.allSettled([http(), https()]);
  return [worldOf(one), worldOf(other)];
}

function worldOf(started: PromiseSettledResult<World>): World {
  if (started.status === "rejected") throw started.reason;
  return started.value;
}

/** Starts the ecosystem as processes, or in containers if E2E_COMPOSE_REPLICAS is set. */
function start(port: number, environment: NodeJS.ProcessEnv = {}): Promise<Ecosystem> {
  const replicas = replicasOf(process.env);
  return replicas === 0 ? startEcosystem(port, environment) : startComposed(port, { replicas, environment });
}

async function httpWorld(port: number, stops: Stop[]): Promise<World> {
  // Each test says which source it comes from.
  const ecosystem = await start(port, { TRUSTED_PROXIES: "127.0.0.1", WEBAUTHN_RP_ID_USE: "exclusive" });
  stops.push(ecosystem.stop);
  return { ...factsOf(ecosystem), name: "http", otherSites: "", authority: "" };
}

/** The services in production mode, each on its own site behind a TLS proxy. */
async function httpsWorld(port: number, stops: Stop[]): Promise<World> {
  const certificates = await makeCertificates([...Object.values(NAMES), ...OTHER_SITES]);
  const authorityFile = join(ROOT, ".data", "e2e", `authority-${port}.pem`);
  await writeAuthority(authorityFile, certificates);
  const proxy = await startTlsProxy(certificates);
  stops.push(proxy.stop);
  proxy.route({
    [NAMES.issuer]: port,
    [NAMES.resource]: port + 1,
    [NAMES.client]: port + 2,
    [NAMES.api]: port + 5,
    [NAMES.console]: port + 4,
  });

  const ecosystem = await start(port, {
    ...environmentBehind(proxy, authorityFile),
    ...withMutualTls(port, certificates),
  });
  stops.push(ecosystem.stop);
  return {
    ...factsOf(ecosystem),
    name: "https",
    otherSites: `https://*.test:${proxy.port}`,
    authority: certificates.authority,
    clientCertificate: certificates.client,
  };
}

/** Each service has a listener for clients with certificates, which ends TLS by itself. */
function withMutualTls(port: number, { authority, certificate, key }: Certificates): NodeJS.ProcessEnv {
  const issuer = `https://${NAMES.issuerWithCertificates}:${port + 9}`;
  const resource = `https://${NAMES.resourceWithCertificates}:${port + 10}`;
  const listener = (prefix: string, url: string) => ({
    [`${prefix}__MTLS_URL`]: url,
    [`${prefix}__MTLS_PORT`]: new URL(url).port,
    [`${prefix}__MTLS_SERVER_CERTIFICATE`]: certificate,
    [`${prefix}__MTLS_SERVER_KEY`]: key,
  });
  return {
    ...listener("AUTHORIZATION_SERVER", issuer),
    ...listener("RESOURCE_SERVER", resource),
    AUTHORIZATION_SERVER__MTLS_CLIENT_CA: authority,
    AUTHORIZATION_SERVER__MTLS_USERINFO_ENDPOINT: `${resource}/userinfo`,
  };
}

function environmentBehind({ port }: TlsProxy, authorityFile: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: "production",
    COUNTERSIGN_ISSUER: `https://${NAMES.issuer}:${port}`,
    COUNTERSIGN_RESOURCE: `https://${NAMES.resource}:${port}`,
    COUNTERSIGN_CLIENT: `https://${NAMES.client}:${port}`,
    COUNTERSIGN_API: `https://${NAMES.api}:${port}`,
    COUNTERSIGN_CONSOLE: `https://${NAMES.console}:${port}`,
    TRUSTED_PROXIES: "127.0.0.1",
    // Clients publish documents and receive notices on these hosts. The other sites are as foreign as any other.
    OUTBOUND_ALLOWED_HOSTS: `rp.test:${port},${DOCUMENTS}:${port}`,
    OUTBOUND_CA_FILE: authorityFile,
    OPEN_REGISTRATION: "off",
    CLIENT_DOCUMENTS: "listed",
    CLIENT_DOCUMENT_HOSTS: `${DOCUMENTS}:${port}`,
    NODE_EXTRA_CA_CERTS: authorityFile,
    // The sample API is the resource of some FAPI plans: a token that was revoked is refused there at once.
    INTROSPECT: "always",
    NODE_OPTIONS: preloading(join(import.meta.dirname, "resolve-test-names.ts")),
  };
}

function factsOf({ issuer, resource, client, api, mcp, stock, console, databaseUrl, accounts, ...how }: Ecosystem) {
  const { dataDir, logCommand } = how;
  return {
    issuer,
    resource,
    client,
    api,
    mcp,
    stock,
    console,
    databaseUrl,
    accounts,
    dataDir,
    logCommand,
    readyAt: Date.now(),
  };
}
