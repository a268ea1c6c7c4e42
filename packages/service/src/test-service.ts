/** A service for the tests of `listen`, a process of its own: TEST_PORT, TEST_DELAY_MS, TEST_DRAIN_MS, TEST_CLOSE. */
import { setTimeout as pause } from "node:timers/promises";
import { createApp } from "./create-app.ts";
import { health } from "./health.ts";
import { listen } from "./listen.ts";
import { createLogger } from "./logger.ts";
import { run } from "./run.ts";

const { TEST_PORT = "0", TEST_DELAY_MS = "0", TEST_DRAIN_MS = "10000", TEST_CLOSE } = process.env;

await run(async () => {
  const logger = createLogger({ name: "test-service", level: "debug" });
  const app = createApp().use(health({ checks: {} }));
  app.get("/slow/:ms", async (req, res) => {
    logger.info("slow begins");
    await pause(Number(req.params.ms));
    res.end("done");
  });
  app.get("/accept-fails", (req, res) => {
    // What node does where a connection cannot be accepted.
    const { server } = req.socket as unknown as { server: NodeJS.EventEmitter };
    server.emit("error", Object.assign(new Error("accept ENFILE"), { code: "ENFILE", syscall: "accept" }));
    res.end();
  });
  app.get("/reject", (_req, res) => {
    void Promise.reject(new Error("nobody cares"));
    res.end();
  });

  await listen(app, {
    port: Number(TEST_PORT),
    host: "127.0.0.1",
    logger,
    delayMs: Number(TEST_DELAY_MS),
    drainLimitMs: Number(TEST_DRAIN_MS),
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
