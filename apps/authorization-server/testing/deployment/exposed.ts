/** All that both services expose to Prometheus: their metrics, with the labels and values that these can have. */
import { once } from "node:events";
import { createServer, METHODS, type RequestListener, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger, createMetrics, type Measure, openHealth } from "@countersign/service";
import { schedule } from "../../src/platform/jobs/running/schedule.ts";
import { authorizationServer } from "../../src/routes.ts";
import type { Service } from "../service.ts";

/** The values of each label of a metric; undefined if these are free. */
type Labels = ReadonlyMap<string, ReadonlySet<string> | undefined>;

export interface Exposed {
  /** What the authorization server answers, with the measures of the resource server. */
  readonly text: string;
  readonly metrics: ReadonlyMap<string, Labels>;
}

const NOTHING = createLogger({ name: "test", level: "error", destination: { write() {} } });

/** @param paths of which each service is asked whether it has such a route */
export async function exposedBy(service: Service, paths: readonly string[]): Promise<Exposed> {
  const jobs = schedule(service.jobs, NOTHING);
  const health = openHealth(service.readiness);
  const other = await openResourceServer();
  const measures = [...service.measures, ...jobs.measures, ...health.measures, ...other.measures];
  const routes = new Set<string>();
  const metrics = { observe: ({ pattern }: { pattern: string }) => void routes.add(pattern) } as never;
  const ours = authorizationServer(service.deps, { health, metrics, trustedProxies: [] });
  for (const listener of [ours, other.listener(metrics)]) await ask(listener, paths);

  const known = new Map<string, Map<string, ReadonlySet<string> | undefined>>();
  for (const measure of measures) known.set(measure.name, await valuesOf(measure, known.get(measure.name)));
  // Which parts fail is in the database, and none fails here.
  known.set("job_failing_parts", new Map([["job", new Set(service.jobs.map(({ name }) => name))]]));
  const ofRequests = { route: routes, method: new Set(METHODS), status: new Set(Object.keys(STATUS_CODES)) };
  known.set("http_request_duration_seconds", new Map(Object.entries({ ...ofRequests, le: undefined })));
  known.set("countersign_build_info", new Map([["version", undefined]]));
  const byName = new Map(measures.map((one) => [one.name, one]));
  const text = await (await createMetrics("authorization-server", [...byName.values()])).registry.metrics();
  for (const [, name = ""] of text.matchAll(/^# TYPE (\S+) /gm)) if (!known.has(name)) known.set(name, new Map());
  await Promise.all([jobs.stop(), other.close()]);
  return { text, metrics: known };
}

/** Those that it has, and those that the same measure of the other service has. */
async function valuesOf({ labelNames, read }: Measure, before: Labels = new Map()) {
  // A store that is not there gives none, as when Prometheus asks.
  const readings = await read().catch(() => []);
  const values = (label: string) => readings.flatMap(({ labels }) => labels[label] ?? []);
  return new Map(
    labelNames.map((label) => [label, new Set([...(before.get(label) ?? []), ...values(label)])] as const),
  );
}

/** A request of each path has its route, or none. */
async function ask(listener: RequestListener, paths: readonly string[]): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const path of paths) await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
  server.closeAllConnections();
  server.close();
}

/** With a replica of the database, though none of its stores is there. */
async function openResourceServer() {
  const at = (file: string) => import(new URL(`../../../resource-server/src/${file}`, import.meta.url).href);
  const [{ readConfig }, { openDependencies, readinessOf }, { resourceServer }] = await Promise.all([
    at("config.ts"),
    at("dependencies.ts"),
    at("routes.ts"),
  ]);
  const nowhere = "postgres://x:x@127.0.0.1:1/x";
  const urls = { ISSUER: "http://127.0.0.1:1", RESOURCE: "http://127.0.0.1:2" };
  const config = readConfig({ ...urls, DATABASE_URL: nowhere, DATABASE_REPLICA_URL: nowhere });
  const deps = await openDependencies(config, NOTHING);
  const health = openHealth(readinessOf(deps));
  return {
    measures: [...health.measures, ...deps.measures] as readonly Measure[],
    listener: (metrics: unknown): RequestListener => resourceServer(deps, { health, logger: NOTHING, metrics }),
    close: deps.close as () => Promise<void>,
  };
}
