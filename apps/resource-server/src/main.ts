/** The resource server: configuration → dependencies → routes → listen → close. */
import {
  createLogger,
  createMetrics,
  listen,
  type Measure,
  openHealth,
  passesOnce,
  run,
  serveMetrics,
  warnOfMissingLimits,
} from "@countersign/service";
import { openTracing } from "@countersign/tracing/open";
import { type Config, readConfig } from "./config.ts";
import { openDependencies, readinessOf } from "./dependencies.ts";
import { forClientsWithCertificates, resourceServer } from "./routes.ts";

await run(async (signals) => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: "resource-server", level: config.LOG_LEVEL });
  const tracing = await openTracing(config, { service: "resource-server", log: logger, fetches: true });
  const deps = await openDependencies(config, logger);

  const health = openHealth({ ...readinessOf(deps), logger });
  const metrics = await openMetrics(config, [...health.measures, ...deps.measures]);
  const { withCertificates: certified } = deps;
  const measured = { logger, metrics: metrics?.metrics };
  void warnOfMissingLimits(deps.missingLimits, logger);
  // Without a key of the issuer, each request would be refused with 503.
  await passesOnce(deps.checkKeys);
  await listen(resourceServer(deps, { health, logger, metrics: metrics?.metrics }), {
    port: config.PORT,
    host: config.HOST,
    shared: config.SHARED_PORTS === "on",
    logger,
    signals,
    others:
      certified === undefined
        ? []
        : [
            {
              ...certified,
              listener: forClientsWithCertificates({ ...deps, ...certified }, { ...measured, at: certified }),
            },
          ],
    withdraw: health.withdraw,
    delayMs: config.SHUTDOWN_DELAY_SECONDS * 1000,
    close: [async () => metrics?.close(), deps.close, tracing.close],
  });
});

/** Metrics cost a little on every request, so they are collected only if they are served. */
async function openMetrics({ METRICS_PORT: port, METRICS_HOST: host }: Config, measures: readonly Measure[]) {
  if (port === undefined) return undefined;

  const metrics = await createMetrics("resource-server", measures);
  const server = await serveMetrics(metrics, { port, host });
  return { metrics, close: server.close };
}
