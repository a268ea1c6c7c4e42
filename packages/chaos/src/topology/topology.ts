/** Everything that a run needs, started: stores, services, balancers. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { type Http, openHttp } from "../clients/http.ts";
import type { CertificateWorld, World } from "../clients/world.ts";
import { type Balancer, type Ports, startHaproxy, startNginx } from "./balancers.ts";
import { certificate, certificatesOfClients } from "./certificates.ts";
import { type Deployment, deploy, type ReplicaPorts, type Version } from "./deployment.ts";
import { type App, SERVICE_LOGINS } from "./environments.ts";
import { startMails } from "./mails.ts";
import { type Patroni, startPatroni } from "./patroni.ts";
import { type Poolers, startPoolers } from "./pgbouncer.ts";
import { type PostgresPair, startPair } from "./postgres.ts";
import type { Program } from "./program.ts";
import { type Redis, startSingle } from "./redis.ts";
import { startCluster } from "./redis-cluster.ts";
import { startSentinels } from "./redis-sentinel.ts";
import { type Ends, startWhole, together } from "./started.ts";
import { type Network, networkOf, wireTo } from "./wires/wires.ts";

export interface Replica {
  readonly app: App;
  /** Ends it by a signal, and starts another one at its port: of the same version, unless it is told another one. */
  replace(signal: "SIGTERM" | "SIGKILL", version?: Version): Promise<void>;
  stop(): Promise<void>;
}

/** Which stores a run has, as the command line names them. */
export interface Stores {
  readonly redis: keyof typeof REDIS;
  readonly postgres: keyof typeof POSTGRES;
  readonly pooler: "none" | "pgbouncer";
}

export const REDIS = {
  single: startSingle,
  sentinel: startSentinels,
  cluster: startCluster,
};
export const POSTGRES = { pair: startPair, patroni: startPatroni };
export const POOLERS: readonly Stores["pooler"][] = ["none", "pgbouncer"];

/** The servers of PostgreSQL of a run. */
export interface Servers {
  /** The URL of the superuser, and the ports of all servers that a URL has to name. */
  readonly superuser: string;
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

export interface Topology<Postgres extends Servers = PostgresPair | Patroni> {
  readonly issuer: string;
  readonly resource: string;
  readonly deployment: Deployment;
  readonly http: Http;
  readonly certificates: CertificateWorld;
  readonly mailed: World["mailed"];
  readonly postgres: Postgres;
  /** Where the services reach PostgreSQL, or the poolers before it. All of it is cut at once. */
  readonly network: Network;
  /** Present if services reach PostgreSQL through them. */
  readonly poolers?: Poolers | undefined;
  readonly redis: Redis;
  readonly replicas: readonly Replica[];
  readonly balancers: readonly Balancer[];
  /** Clients send their requests to this balancer from now on. */
  use(balancer: Balancer): void;
  stop(): Promise<void>;
}

interface Starting {
  readonly folder: string;
  readonly stores: Stores;
  readonly say: (line: string) => void;
  /** The folder of an earlier release, which then prepares the database and starts first. */
  readonly before?: string | undefined;
  /** The AUDIT_STREAM of the services. */
  readonly auditStream?: string;
}

/** Starts what a run needs in this folder. What was started is stopped if something fails. */
export const startTopology = (starting: Starting): Promise<Topology> =>
  startAround<PostgresPair | Patroni>(starting, POSTGRES[starting.stores.postgres]);

/** The same, with other servers of PostgreSQL. */
export const startAround = <Postgres extends Servers>(
  starting: Starting,
  startPostgres: (folder: string) => Promise<Postgres>,
): Promise<Topology<Postgres>> => startWhole((ends) => start(starting, startPostgres, ends));

async function start<Postgres extends Servers>(
  { folder, stores, say, before, auditStream }: Starting,
  startPostgres: (folder: string) => Promise<Postgres>,
  ends: Ends,
) {
  const ports = await portsOf();
  // Browsers have no passkeys for an address.
  const [issuer, resource] = [`https://localhost:${ports.issuer}`, `https://127.0.0.1:${ports.resource}`];
  const [programs, withCertificates] = [ports.certificates.issuer, ports.certificates.resource].map(
    (port) => `https://127.0.0.1:${port}`,
  ) as [string, string];
  const { authority, shown } = await certificatesOfClients();
  const certificates = { issuer: programs, resource: withCertificates, authority };

  say(`starting PostgreSQL and Redis (${stores.redis})`);
  const postgres = await startPostgres(folder);
  ends(postgres.stop);
  const redis = await REDIS[stores.redis](folder);
  ends(redis.stop);
  const mails = await startMails();
  ends(mails.stop);
  const password = randomBytes(16).toString("hex");
  const pooled = { servers: postgres.ports, logins: SERVICE_LOGINS, password };
  const poolers = stores.pooler === "none" ? undefined : await startPoolers(folder, pooled);
  if (poolers !== undefined) ends(poolers.stop);
  const wires = await together((poolers?.ports ?? postgres.ports).map((port) => wireTo(port, ends)));

  say("starting the balancers");
  const balancers = await startBalancers(folder, ports, ends);
  say("preparing the database, and starting the services");
  const { ca, running } = balancers;
  const { superuser, ports: servers } = postgres;
  const addresses = { issuer, resource, certificates, redisUrl: redis.url, mailUrl: mails.url };
  const places = { ...addresses, folder, before, superuser, servers, auditStream };
  const deployment = deploy({ ...places, found: wires.map(({ port }) => port), password });
  const replicas: Replica[] = [];
  for (const [n, port] of ports.replicas.entries()) {
    const listening = { port, certificates: ports.certificates.replicas[n] ?? 0 };
    const replica = await startReplica(deployment, n < 2 ? "authorization-server" : "resource-server", listening);
    ends(replica.stop);
    replicas.push(replica);
  }

  let [current] = running;
  const http = openHttp(ca, (origin) => current.route(origin));
  ends(() => http.close());
  // Clients with certificates always connect to nginx: HAProxy would pass certificates on in another form.
  const showing = openHttp(ca, running[0].route, shown);
  ends(() => showing.close());
  const use = (balancer: Balancer) => {
    current = balancer;
  };
  const certified = { programs, resource: withCertificates, http: showing };
  const reached = { issuer, resource, http, certificates: certified, mailed: mails.mailed };
  return {
    ...reached,
    deployment,
    postgres,
    network: networkOf(wires),
    poolers,
    redis,
    replicas,
    balancers: running,
    use,
  };
}

async function portsOf(): Promise<Ports> {
  const found = await Promise.all(Array.from({ length: 13 }, freePort));
  const next = () => found.pop() ?? 0;
  const ofBoth = () => ({ issuer: next(), resource: next(), replicas: [next(), next(), next(), next()] as const });
  return { ...ofBoth(), haproxy: next(), certificates: ofBoth() };
}

async function startBalancers(folder: string, ports: Ports, ends: Ends) {
  const made = await certificate();
  const nginx = await startNginx(folder, ports, made);
  ends(() => nginx.program.end("SIGTERM"));
  const haproxy = await startHaproxy(folder, ports, made);
  ends(() => haproxy.program.end("SIGTERM"));
  return { ca: made.cert, running: [nginx, haproxy] as [Balancer, Balancer] };
}

async function startReplica(deployment: Deployment, app: App, ports: ReplicaPorts): Promise<Replica> {
  let running: Version = "before";
  let program: Program = await deployment.start(app, ports, running);
  return {
    app,
    async replace(signal, version = running) {
      await program.end(signal);
      running = version;
      program = await deployment.start(app, ports, version);
    },
    stop: () => program.end("SIGKILL"),
  };
}

/** The folder of one run. PostgreSQL runs as another user, which must be able to enter. */
export function folderIn(parent: string): string {
  const folder = join(parent, "run");
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}
