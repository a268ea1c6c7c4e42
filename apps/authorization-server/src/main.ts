/** Reads the configuration, builds dependencies and routes, listens, and closes. No other file starts anything. */
import {
  createLogger,
  createMetrics,
  listen,
  openHealth,
  readEnvironment,
  run,
  serveMetrics,
} from "@countersign/service";
import { openTracing } from "@countersign/tracing/open";
import { environment } from "./config.ts";
import { openDependencies } from "./open.ts";
import { awaitSchema } from "./platform/await-schema.ts";
import { schedule } from "./platform/jobs/running/schedule.ts";
import { otherListeners } from "./platform/other-listeners.ts";
import { authorizationServer } from "./routes.ts";

await run(async (signals) => {
  const config = readEnvironment(environment, process.env);
  const log = createLogger({ name: "authorization-server", level: config.LOG_LEVEL });
  const tracing = await openTracing(config, { service: "authorization-server", log });
  const { deps, administration, readiness, jobs, measures, close } = await openDependencies(config, log, {
    beforeUse: (database) => awaitSchema(database, config, log),
  });

  const running = schedule(config.JOBS === "own" ? jobs.filter(({ isOwn }) => isOwn) : jobs, log);
  const health = openHealth({ ...readiness, logger: log });
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config;
  const metrics =
    metricsPort === undefined
      ? undefined
      : await createMetrics("authorization-server", [...measures, ...running.measures, ...health.measures]);
  const metricsServer =
    metrics && metricsPort !== undefined
      ? await serveMetrics(metrics, { port: metricsPort, host: metricsHost })
      : undefined;

  await listen(authorizationServer(deps, { health, metrics, trustedProxies: config.TRUSTED_PROXIES }), {
    port: config.PORT,
    host: config.HOST,
    shared: config.SHARED_PORTS === "on",
    logger: log,
    signals,
    others: await otherListeners({ deps, administration }, config, { metrics }),
    withdraw: health.withdraw,
    delayMs: config.SHUTDOWN_DELAY_SECONDS * 1000,
    close: [running.stop, async () => metricsServer?.close(), ...close, tracing.close],
  });
});
