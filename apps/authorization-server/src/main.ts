/** Config, dependencies, app, listen, close. Nothing else starts anything. */
import { createLogger, createMetrics, health, listen, readEnvironment, run, serveMetrics } from "@countersign/service";
import { app } from "./app.ts";
import { environment } from "./config.ts";
import { openDependencies } from "./dependencies.ts";
import { schedule } from "./jobs/schedule.ts";

await run(async () => {
  const config = readEnvironment(environment, process.env);
  const log = createLogger({ name: "authorization-server", level: config.LOG_LEVEL });
  const { deps, checks, jobs, close } = await openDependencies(config, log);

  const running = schedule(jobs, log);
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config;
  const metrics = metricsPort === undefined ? undefined : createMetrics("authorization-server");
  const metricsServer =
    metrics && metricsPort !== undefined
      ? await serveMetrics(metrics, { port: metricsPort, host: metricsHost })
      : undefined;

  await listen(
    app(deps, { health: health({ checks, logger: log }), metrics, trustedProxies: config.TRUSTED_PROXIES }),
    {
      port: config.PORT,
      host: config.HOST,
      logger: log,
      delayMs: config.SHUTDOWN_DELAY_SECONDS * 1000,
      close: [running.stop, async () => metricsServer?.close(), ...close],
    },
  );
});
