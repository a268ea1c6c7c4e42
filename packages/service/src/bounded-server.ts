/** A node:http server that slow and greedy clients cannot hold. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { Logger } from "./logger.ts";

/** How long a client may take, in milliseconds, and how much there may be of it. */
export interface Bounds {
  /** For the headers of a request: beyond it 408 (RFC 9110 §15.5.9). */
  readonly headersTimeout: number;
  /** For a whole request: beyond it 408. */
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  /** How often those are looked at. */
  readonly connectionsCheckingInterval: number;
  /** Bytes of the request line and its headers: beyond it 431. */
  readonly maxHeaderSize: number;
  /** Connections at a time: beyond it they are closed as they come. */
  readonly maxConnections: number;
}

const BOUNDS: Bounds = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than load balancers keep an idle connection (mostly 60 s), so that none sends on one we just closed.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
  maxConnections: 10_000,
};
const SAME_DROP_MS = 60_000;

/**
 * A server for an app. What it refuses for the bounds' sake is answered by node itself, with a status line and no body.
 */
export function boundedServer(
  app: RequestListener,
  logger: Pick<Logger, "warn">,
  { maxConnections, ...options }: Bounds = BOUNDS,
): Server {
  const server = createServer(options, app);
  server.maxConnections = maxConnections;
  const saySeldom = onceAMinute();
  server.on("drop", () =>
    saySeldom(() => logger.warn({ maxConnections }, "too many connections: new ones are closed")),
  );
  server.on("listening", () => {
    // Unheard, it would end the process: the system has no file left for a connection, for example.
    const sayFailure = onceAMinute();
    server.on("error", (err) => sayFailure(() => logger.warn({ err }, "a connection could not be accepted")));
  });
  return server;
}

/** Says something now, unless it was said within the last minute: a flood of connections is none of the log. */
function onceAMinute(): (say: () => void) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    if (performance.now() - saidAt < SAME_DROP_MS) return;
    saidAt = performance.now();
    say();
  };
}
