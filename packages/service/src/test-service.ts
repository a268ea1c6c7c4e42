/**
 * A service for the tests of `listen`, in a process of its own: TEST_PORT, TEST_DELAY_MS, TEST_DRAIN_MS, TEST_KEPT_MS,
 * TEST_CLOSE, TEST_START, TEST_SHARED.
 */
import { setTimeout as pause } from "node:timers/promises";
import { openHealth } from "./health.ts";
import { createLogger } from "./log/logger.ts";
import { createMetrics } from "./metrics.ts";
import { serveMetrics } from "./metrics-server.ts";
import { serve } from "./routing/routes.ts";
import { run } from "./run.ts";
import { listen } from "./server/listen.ts";
import { inJson } from "./test-http.ts";

const { TEST_PORT = "0", TEST_DELAY_MS = "0", TEST_DRAIN_MS = "10000", TEST_KEPT_MS = "1000" } = process.env;
const { TEST_CLOSE, TEST_START, TEST_SHARED } = process.env;
// As the services have them, of which WORKERS starts several.
const { METRICS_PORT, SHARED_PORTS, JOBS = "all" } = process.env;

await run(async (signals) => {
  const logger = createLogger({ name: "test-service", level: "debug" });
  if (TEST_START === "hangs") {
    logger.info("waiting for a database");
    await new Promise(() => setInterval(() => {}, 1000));
  }
  const health = openHealth({ checks: {} });
  const caller = { onError: inJson };
  const listener = serve({
    routes: {
      "/health/live": { caller, methods: health.paths["/health/live"] },
      "/health/ready": { caller, methods: health.paths["/health/ready"] },
      "/process": { caller, methods: { GET: (call) => call.send(String(process.pid), {}) } },
      "/slow/:ms": {
        caller,
        methods: {
          GET: async (call) => {
            logger.info("slow begins");
            await pause(Number(call.params.ms));
            call.send("done", {});
          },
        },
      },
      "/accept-fails": {
        caller,
        methods: {
          GET: (call) => {
            // Does what node does when a connection cannot be accepted.
            const { server } = call.req.socket as unknown as { server: NodeJS.EventEmitter };
            server.emit("error", Object.assign(new Error("accept ENFILE"), { code: "ENFILE", syscall: "accept" }));
            call.end(200, {});
          },
        },
      },
      "/reject": {
        caller,
        methods: {
          GET: (call) => {
            void Promise.reject(new Error("nobody cares"));
            call.end(200, {});
          },
        },
      },
    },
    notFound: { caller, handler: (call) => call.end(404, {}) },
    publicUrl: "http://localhost",
    addressOf: () => "unknown",
    log: logger,
    metrics: undefined,
  });

  if (METRICS_PORT !== undefined) {
    const read = async () => [{ labels: { jobs: JOBS }, value: 1 }];
    const of = { help: "Which jobs it runs", type: "gauge", labelNames: ["jobs"], read } as const;
    await serveMetrics(await createMetrics("test-service", [{ ...of, name: "test_jobs" }]), {
      port: Number(METRICS_PORT),
    });
  }
  await listen(listener, {
    port: Number(TEST_PORT),
    host: "127.0.0.1",
    shared: TEST_SHARED === "on" || SHARED_PORTS === "on",
    logger,
    signals,
    withdraw: health.withdraw,
    delayMs: Number(TEST_DELAY_MS),
    drainLimitMs: Number(TEST_DRAIN_MS),
    keptMs: Number(TEST_KEPT_MS),
    close: [
      async () => logger.info("closing first"),
      async () => {
        if (TEST_CLOSE === "fails") throw new Error("will not close");
        if (TEST_CLOSE === "hangs") await new Promise(() => setInterval(() => {}, 1000));
      },
      async () => logger.info("closing last"),
    ],
  });
});
