/**
 * The server of metrics, on a separate port: they reveal too much to strangers. It stands apart from what makes them,
 * because a service that has none lacks the library.
 */
import { createServer } from "node:http";
import { startServer, stopServer } from "./server/http-server.ts";

/** A registry, or what has the texts of several. */
export interface MetricsSource {
  readonly contentType: string;
  metrics(): Promise<string>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves only `GET /metrics`.
 *
 * @param options `host` is loopback by default: an operator who opens it to a network decides who may read it
 * @throws Error with one line for the operator when the port is not available
 */
export async function serveMetrics(
  { registry }: { readonly registry: MetricsSource },
  { port, host = "127.0.0.1" }: { port: number; host?: string | undefined },
): Promise<MetricsServer> {
  const server = createServer(async (req, res) => {
    if (req.method !== "GET" || req.url !== "/metrics") {
      res.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      res.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(text);
    } catch {
      res.writeHead(500).end();
    }
  });
  const bound = await startServer(server, { port, host, variable: "METRICS_PORT" });
  server.on("error", () => {}); // a connection that could not be accepted; the client tries again
  return { port: bound, close: () => stopServer(server, 0).then(() => {}) };
}
