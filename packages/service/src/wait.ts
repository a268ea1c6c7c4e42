/** Before a service can start: it waits for something, and says so where it will listen. */
import { setTimeout as pause } from "node:timers/promises";
import { type Check, openHealth } from "./health.ts";
import type { Logger } from "./log/logger.ts";
import { createMetrics } from "./metrics.ts";
import { serveMetrics } from "./metrics-server.ts";
import { type Caller, type Handler, serve } from "./routing/routes.ts";
import { boundedServer } from "./server/bounded-server.ts";
import { startServer, stopServer } from "./server/http-server.ts";

const LOOK_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = "5";

export interface WaitOptions {
  /** What has to pass, by the name that readiness gives it. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Whether a failure is worth waiting for. If it is not, it is thrown. */
  readonly mayPass: (err: unknown) => boolean;
  readonly port: number;
  readonly host: string;
  /** The public address of the service. Health is also below its path. */
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Where metrics will be served, for the service of this name. Until it starts, they say that it is not ready. */
  readonly metrics?: { readonly service: string; readonly port: number | undefined; readonly host: string } | undefined;
}

/**
 * Resolves when all checks pass. Until then `/health/ready` answers 503 with the name of what fails, as it does later,
 * and everything else 503. So a deployment that replaces its replicas one after the other keeps the old ones.
 */
export async function waitFor({ checks, mayPass, port, host, publicUrl, logger, metrics }: WaitOptions): Promise<void> {
  const pass = async () => {
    try {
      await Promise.all(Object.values(checks).map((check) => check()));
      return true;
    } catch (err) {
      if (mayPass(err)) return false;
      throw err;
    }
  };
  if (await pass()) return;

  // The checks may pass between two looks. The service is not there yet, so this does not say that it is ready.
  const health = openHealth({ checks, isWaiting: true, logger });
  const server = boundedServer(waiting(health.paths, { publicUrl, logger }), logger);
  await startServer(server, { port, host, variable: "PORT" });
  const measuring = await serveWaiting(metrics, health);
  // What fails is in the log, even if readiness is not asked for.
  for (const { read } of health.measures) await read();
  while (!(await stillPasses(pass, logger))) await pause(LOOK_EVERY_MS);
  await Promise.all([stopServer(server, 0), measuring?.close()]);
}

/** What an alert needs to name the check that a roll-out waits for: nothing else would be scraped. */
async function serveWaiting(at: WaitOptions["metrics"], { measures }: ReturnType<typeof openHealth>) {
  if (at?.port === undefined) return undefined;
  return serveMetrics(await createMetrics(at.service, measures), { port: at.port, host: at.host });
}

/** Once it waits, it also waits for a dependency that goes away in the meantime. */
async function stillPasses(pass: () => Promise<boolean>, logger: Logger): Promise<boolean> {
  return pass().catch((err: unknown) => {
    logger.warn({ err }, "not ready");
    return false;
  });
}

function waiting(
  health: ReturnType<typeof openHealth>["paths"],
  { publicUrl, logger }: Pick<WaitOptions, "publicUrl" | "logger">,
) {
  const unavailable: Handler = (call) =>
    call.json({ status: "unavailable" }, { "cache-control": "no-store", "retry-after": RETRY_AFTER_SECONDS }, 503);
  const caller: Caller = { onError: (_, call) => void unavailable(call) };
  const base = new URL(publicUrl).pathname.replace(/\/$/, "");
  const both = Object.entries(health).flatMap(([path, methods]) =>
    [path, base + path].map((at) => [at, methods] as const),
  );
  return serve({
    routes: Object.fromEntries(both.map(([path, methods]) => [path, { caller, methods }])),
    notFound: { caller, handler: unavailable },
    publicUrl,
    addressOf: ({ socket }) => socket.remoteAddress ?? "unknown",
    log: logger,
    metrics: undefined,
  });
}
