/** Everything that a run needs, started: stores, services, balancers. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { type Http, openHttp } from "../clients/http.ts";
import { type Balancer, certificate, type Ports, startHaproxy, startNginx } from "./balancers.ts";
import { type App, type Deployment, deploy, type Version } from "./deployment.ts";
import { type PostgresPair, startPair } from "./postgres.ts";
import type { Program } from "./program.ts";
import { type Redis, startRedis } from "./redis.ts";

export interface Replica {
  readonly app: App;
  /** Ends it by a signal, and starts another one at its port: of the same version, unless it is told another one. */
  replace(signal: "SIGTERM" | "SIGKILL", version?: Version): Promise<void>;
  stop(): Promise<void>;
}

export interface Topology {
  readonly issuer: string;
  readonly resource: string;
  readonly deployment: Deployment;
  readonly http: Http;
  readonly postgres: PostgresPair;
  readonly redis: Redis;
  readonly replicas: readonly Replica[];
  readonly balancers: readonly Balancer[];
  /** Clients send their requests to this balancer from now on. */
  use(balancer: Balancer): void;
  stop(): Promise<void>;
}

/**
 * Starts what a run needs in this folder. What was started is stopped if something fails.
 *
 * @param before the folder of an earlier release, which then prepares the database and starts first
 */
export async function startTopology(folder: string, say: (line: string) => void, before?: string): Promise<Topology> {
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end().catch(() => {});
  };
  try {
    return { ...(await start({ folder, say, started, before })), stop };
  } catch (err) {
    await stop();
    throw err;
  }
}

interface Start {
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly started: (() => Promise<unknown>)[];
  readonly before: string | undefined;
}

async function start({ folder, say, started, before }: Start) {
  const ports = await portsOf();
  const [issuer, resource] = [`https://127.0.0.1:${ports.issuer}`, `https://127.0.0.1:${ports.resource}`];

  say("starting PostgreSQL, its standby, and Redis");
  const postgres = await startPair(folder);
  started.push(postgres.stop);
  const redis = await startRedis(folder, await freePort());
  started.push(redis.stop);

  say("starting the balancers");
  const balancers = await startBalancers(folder, ports, started);
  say("preparing the database, and starting the services");
  const { ca, running } = balancers;
  const { url: superuser } = postgres.primary();
  const deployment = deploy({
    ...{ folder, issuer, resource, redisPort: redis.port, superuser, ports: postgres.ports, before },
  });
  const replicas: Replica[] = [];
  for (const [n, port] of ports.replicas.entries()) {
    const replica = await startReplica(deployment, n < 2 ? "authorization-server" : "resource-server", port);
    started.push(replica.stop);
    replicas.push(replica);
  }

  let [current] = running;
  const http = openHttp(ca, (origin) => current.route(origin));
  started.push(async () => http.close());
  const use = (balancer: Balancer) => {
    current = balancer;
  };
  return { issuer, resource, deployment, http, postgres, redis, replicas, balancers: running, use };
}

async function portsOf(): Promise<Ports> {
  const [issuer = 0, resource = 0, haproxy = 0, a = 0, b = 0, c = 0, d = 0] = await Promise.all(
    Array.from({ length: 7 }, freePort),
  );
  return { issuer, resource, haproxy, replicas: [a, b, c, d] };
}

async function startBalancers(folder: string, ports: Ports, started: (() => Promise<unknown>)[]) {
  const made = await certificate();
  const nginx = await startNginx(folder, ports, made);
  started.push(() => nginx.program.end("SIGTERM"));
  const haproxy = await startHaproxy(folder, ports, made);
  started.push(() => haproxy.program.end("SIGTERM"));
  return { ca: made.cert, running: [nginx, haproxy] as [Balancer, Balancer] };
}

async function startReplica(deployment: Deployment, app: App, port: number): Promise<Replica> {
  let running: Version = "before";
  let program: Program = await deployment.start(app, port, running);
  return {
    app,
    async replace(signal, version = running) {
      await program.end(signal);
      running = version;
      program = await deployment.start(app, port, version);
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
