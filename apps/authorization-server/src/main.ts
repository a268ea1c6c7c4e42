/** Config, dependencies, app, listen, close. Nothing else starts anything. */
import { createLogger, health, listen, readEnvironment, startMetrics } from "@countersign/service";
import { app } from "./app.ts";
import { environment } from "./config.ts";
import { openDependencies } from "./dependencies.ts";
import { scheduleJobs } from "./jobs/schedule.ts";

const config = readEnvironment(environment, process.env);
const log = createLogger({ name: "authorization-server", level: config.LOG_LEVEL });
const { deps, checks, close } = await openDependencies(config, log);
const jobs = scheduleJobs(deps, config);

await listen(app(deps, { health: health({ checks }), trustedProxies: config.TRUSTED_PROXIES }), {
  port: config.PORT,
  host: config.HOST,
  logger: log,
  close: [jobs.stop, ...close],
});
