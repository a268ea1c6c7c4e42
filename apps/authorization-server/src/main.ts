/** Reads the configuration, builds dependencies and routes, listens, and closes. No other file starts anything. */
import {
  createLogger,
  createMetrics,
  listen,
  type Metrics,
  type OtherListener,
  openHealth,
  readEnvironment,
  run,
  serveMetrics,
} from "@countersign/service";
import { administrationApi } from "./admin-api/routes.ts";
import { forClientsWithCertificates } from "./certificate-routes.ts";
import { type Config, environment } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { schedule } from "./jobs/schedule.ts";
import { openDependencies } from "./open.ts";
import { authorizationServer } from "./routes.ts";

await run(async () => {
  const config = readEnvironment(environment, process.env);
  const log = createLogger({ name: "authorization-server", level: config.LOG_LEVEL });
  const { deps, checks, jobs, measures, close } = await openDependencies(config, log);

  const running = schedule(jobs, log);
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config;
  const metrics = metricsPort === undefined ? undefined : await createMetrics("authorization-server", measures);
  const metricsServer =
    metrics && metricsPort !== undefined
      ? await serveMetrics(metrics, { port: metricsPort, host: metricsHost })
      : undefined;

  const others = otherListeners(deps, config, metrics);
  const health = openHealth({ checks, logger: log });
  await listen(authorizationServer(deps, { health, metrics, trustedProxies: config.TRUSTED_PROXIES }), {
    port: config.PORT,
    host: config.HOST,
    logger: log,
    others,
    withdraw: health.withdraw,
    delayMs: config.SHUTDOWN_DELAY_SECONDS * 1000,
    close: [running.stop, async () => metricsServer?.close(), ...close],
  });
});

/** The listeners besides the public one: those that are configured. */
function otherListeners(
  deps: Dependencies,
  { ADMIN_URL: url, ADMIN_HOST: host, ADMIN_PORT: port, TRUSTED_PROXIES: trustedProxies }: Config,
  metrics: Metrics | undefined,
): readonly OtherListener[] {
  const { mutualTls } = deps;
  const others: OtherListener[] = [];
  if (mutualTls !== undefined) {
    others.push({ ...mutualTls, listener: forClientsWithCertificates(deps, mutualTls, { metrics }) });
  }
  if (url !== undefined && port !== undefined) {
    const listener = administrationApi(deps, { url, metrics, trustedProxies });
    others.push({ at: { host, port }, variable: "ADMIN_PORT", listener });
  }
  return others;
}
