/** A collector of OpenTelemetry that takes every trace and keeps none. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Collector {
  readonly endpoint: string;
  stop(): void;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((req, res) => {
    req.resume().once("end", () => res.setHeader("content-type", "application/json").end("{}"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
