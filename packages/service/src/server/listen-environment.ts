/** The variables that say how a service listens, and how it stops. A service adds them to its own. */
import { z } from "zod";

export const listenEnvironment = z.object({
  HOST: z.string().default("127.0.0.1").describe("the address to listen on"),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe("how long readiness fails before the process stops listening, after the signal to stop"),
  SHARED_PORTS: z
    .enum(["on", "off"])
    .default("off")
    .describe("whether several processes on one machine listen at the same ports (SO_REUSEPORT)"),
  WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      "how many processes of the service are started, which share its ports; those of metrics follow METRICS_PORT",
    ),
});
