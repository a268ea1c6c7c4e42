/** Starts the sample client: configuration, credentials, application, listen, close. */
import { createServer } from "node:http";
import { ZodError, z } from "zod";
import { createApp } from "./app.ts";
import { type Config, readEnvironment } from "./config.ts";
import { openDependencies } from "./dependencies.ts";
import { openLog } from "./log.ts";
import { findCredentials } from "./provider/credentials.ts";
import { openTracing } from "./tracing/open.ts";

const CLOSE_AFTER_MS = 5_000;

async function configOrExit(): Promise<Config> {
  try {
    const environment = readEnvironment(process.env);
    const now = () => new Date();
    const credentials = await findCredentials(environment, { now, log: openLog((line) => console.log(line), now) });
    return Object.freeze({ ...environment.settings, ...credentials });
  } catch (err) {
    const reason =
      err instanceof ZodError ? `The configuration is not complete:\n${z.prettifyError(err)}` : messageOf(err);
    console.error(`${reason}\n(see README.md)`);
    process.exit(1);
  }
}

function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}

const config = await configOrExit();
const tracing = await openTracing(config);
const deps = openDependencies(config, tracing);

// The provider may start later than this client. Sign-in requests the configuration again, so a failure here is only
// logged.
deps.provider.configuration().then(
  () => deps.log("provider_found"),
  (err: unknown) => deps.log("provider_not_found_yet", err),
);

const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, createApp(deps));
server.on("error", (err: NodeJS.ErrnoException) => {
  if (server.listening) return deps.log("connection_not_accepted", err); // too many files are open, for example
  const taken = err.code === "EADDRINUSE";
  console.error(taken ? `Port ${config.port} is taken: set PORT, or stop what listens there.` : String(err));
  process.exit(1);
});
server.listen(config.port, config.host, () => {
  deps.log("listening");
  console.log(`Sample client: ${config.baseUrl} (provider: ${config.issuer})`);
});

function stop(): void {
  server.close(() => void tracing.close().then(() => process.exit(0)));
  server.closeIdleConnections();
  // A request that does not end must not keep the process running.
  setTimeout(() => process.exit(0), CLOSE_AFTER_MS).unref();
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
