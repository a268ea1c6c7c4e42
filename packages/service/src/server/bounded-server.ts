/** A node:http server that slow or greedy clients cannot block. */
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { Logger } from "../log/logger.ts";
import { answeringUnreadable } from "./unreadable-requests.ts";

/** How long a client may take, in milliseconds, and how much it may send. */
export interface Bounds {
  /** Time for the headers of a request; after it 408 (RFC 9110 §15.5.9). */
  readonly headersTimeout: number;
  /** Time for a whole request; after it 408. */
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often these times are checked. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of the request line and its headers; above it 431. */
  readonly maxHeaderSize: number;
  /** The maximum number of open connections; further ones are closed at once. */
  readonly maxConnections: number;
}

const BOUNDS: Bounds = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than load balancers keep an idle connection (mostly 60 s), so that they do not send on a connection just
  // closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
  maxConnections: 10_000,
};
const SAME_DROP_MS = 60_000;

/**
 * A server for an app, by TLS if it has options for it. A request that exceeds the bounds does not reach the app.
 */
export function boundedServer(
  app: RequestListener,
  logger: Pick<Logger, "warn" | "info">,
  { maxConnections, ...options }: Bounds = BOUNDS,
  tls?: ServerOptions,
): Server {
  const server = tls === undefined ? createServer(options, app) : createTlsServer({ ...options, ...tls }, app);
  server.maxConnections = maxConnections;
  server.on("clientError", answeringUnreadable(logger));
  const saySeldom = onceAMinute();
  server.on("drop", () =>
    saySeldom(() => logger.warn({ maxConnections }, "too many connections: new ones are closed")),
  );
  server.on("listening", () => {
    // Without a listener, this error would end the process: for example, the system has no file left for a connection.
    const sayFailure = onceAMinute();
    server.on("error", (err) => sayFailure(() => logger.warn({ err }, "a connection could not be accepted")));
  });
  return server;
}

/** Calls `say` at most once a minute: a flood of connections must not flood the log. */
function onceAMinute(): (say: () => void) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    if (performance.now() - saidAt < SAME_DROP_MS) return;
    saidAt = performance.now();
    say();
  };
}
