/** The administration console: configuration → dependencies → routes → listen → close. */
import { createLogger, listen, openHealth, run } from "@countersign/service";
import { openTracing } from "@countersign/tracing/open";
import { readConfig } from "./config.ts";
import { openDependencies } from "./dependencies.ts";
import { adminConsole } from "./routes.ts";

await run(async (signals) => {
  const config = readConfig(process.env);
  const logger = createLogger({ name: "admin-console", level: config.LOG_LEVEL });
  const tracing = await openTracing(config, { service: "admin-console", log: logger, fetches: true });
  const deps = openDependencies(config, logger);
  // The authorization server may start later: a page says so until it answers.
  const health = openHealth({ checks: {}, logger });
  await listen(adminConsole(deps, { health }), {
    port: config.PORT,
    host: config.HOST,
    logger,
    signals,
    withdraw: health.withdraw,
    close: [tracing.close],
  });
});
