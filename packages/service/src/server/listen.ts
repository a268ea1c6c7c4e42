/** The life of a service: it listens, and stops without losing a request. */
import type { RequestListener, Server } from "node:http";
import type { ServerOptions } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../log/logger.ts";
import type { Signals } from "../run.ts";
import { boundedServer } from "./bounded-server.ts";
import { endConnections, startServer, stopServer } from "./http-server.ts";
import type { MutualTls } from "./mutual-tls.ts";

const DRAIN_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 5000;
const KEPT_MS = 1000;
const SETTLE_MS = 1000;
/** If a launcher passes Ctrl-C on, one key press arrives twice. */
const SAME_SIGNAL_MS = 500;

export interface ListenOptions {
  /** 0 means any free port. */
  readonly port: number;
  readonly host: string;
  /** Whether other processes share its ports: the system gives each of them a part of the connections. */
  readonly shared?: boolean;
  readonly logger: Logger;
  /** What `run` gives. */
  readonly signals: Signals;
  /** Called when the service is told to stop: it is no longer ready. */
  readonly withdraw: () => void;
  /** What to close after the last request ended, in this order. Each has 5 seconds. */
  readonly close: readonly (() => Promise<unknown>)[];
  /**
   * How long readiness fails before the service stops listening, in milliseconds, so that load balancers send requests
   * elsewhere by then; by default 0.
   */
  readonly delayMs?: number;
  /** Listeners in addition to that of PORT. */
  readonly others?: readonly OtherListener[];
  /** How long running requests may take after that, in milliseconds. */
  readonly drainLimitMs?: number;
  /**
   * How long requests over kept connections are answered after the service stopped listening, in milliseconds. A proxy
   * that does not look at readiness uses up its connections in the meantime.
   */
  readonly keptMs?: number;
}

/** A listener with a place of its own, such as that for clients with certificates. */
export interface OtherListener extends Pick<MutualTls, "at"> {
  readonly listener: RequestListener;
  /** Present if it ends TLS itself. */
  readonly tls?: ServerOptions | undefined;
  /** The variable by which the operator sets its place. */
  readonly variable: string;
}

export interface Listening {
  readonly port: number;
  /** Stops as SIGTERM does, but does not exit. Resolves with whether everything ended without error. */
  stop(): Promise<boolean>;
}

/**
 * Serves until SIGTERM or SIGINT. Then readiness fails, and after `delayMs` no new request is accepted. Running
 * requests get 10 seconds, dependencies close in order, and the process exits with 0 (1 when something did not close).
 * A second signal exits at once. An unhandled error is logged and exits with 1, because the state that it left is
 * unknown.
 *
 * @throws Error with one line for the operator when the port is not available; `run` prints it
 */
export async function listen(listener: RequestListener, options: ListenOptions): Promise<Listening> {
  const { port, host, logger, shared: reusePort = false } = options;
  const server = boundedServer(listener, logger);
  const bound = await startServer(server, { port, host, variable: "PORT", reusePort });
  const servers = [server];
  for (const other of options.others ?? []) servers.push(await startOther(other, logger, reusePort));

  let stopping: Promise<boolean> | undefined;
  const stop = () => {
    options.withdraw();
    stopping ??= drain(servers, options).then(async (ended) => {
      if (!ended) logger.warn("requests were aborted because they did not end in time");
      return closeAll(options.close, logger);
    });
    return stopping;
  };

  options.signals.handle(stoppingOnce(stop, logger));
  exitOnUnhandledErrors(logger);
  logger.info({ host, port: bound }, "listening");
  inFirstQuietSecond(giveBackMemory);
  return { port: bound, stop };
}

/** A second in which the process did more than this part of the time is not quiet. */
const BUSY = 0.25;

/** Calls `act`, for which no request should wait, after the first second with few of them. */
function inFirstQuietSecond(act: () => void): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY) return;
    clearInterval(timer);
    act();
  }, 1000).unref();
}

/**
 * Releases the memory that the start used: 40 MB of sources and code, which an idle service would keep forever. It
 * stops the process for as long as a tenth of a start takes. Works only if the process was started with `--expose-gc`.
 */
function giveBackMemory(): void {
  // While a tick waits, V8 keeps the hidden class of ticks. If the collection dropped it, each `nextTick` would be slow
  // from then on: 4 µs of every request.
  process.nextTick(() => {});
  // This flavor also gives empty pages back to the system.
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

async function startOther(
  { listener, tls, at, variable }: OtherListener,
  logger: Logger,
  reusePort: boolean,
): Promise<Server> {
  const server = boundedServer(listener, logger, undefined, tls);
  const port = await startServer(server, { ...at, variable, reusePort });
  logger.info({ ...at, ...("path" in at ? {} : { port }), variable }, "listening");
  return server;
}

/** Whether all requests ended by themselves. */
async function drain(
  servers: readonly Server[],
  { delayMs = 0, drainLimitMs = DRAIN_LIMIT_MS, keptMs = KEPT_MS }: ListenOptions,
): Promise<boolean> {
  // A client that keeps a connection sends its next request over another one, so none is closed under its request.
  const endAll = () => servers.map(endConnections);
  if (delayMs > 0) {
    const takeBack = endAll();
    // A proxy that still sends keeps its connections at the end, so that it opens none as the listener closes.
    const settleMs = Math.min(SETTLE_MS, delayMs / 4);
    await pause(delayMs - settleMs);
    for (const keep of takeBack) keep();
    await pause(settleMs);
  }
  endAll();
  const ended = await Promise.all(servers.map((server) => stopServer(server, drainLimitMs, keptMs)));
  return ended.every(Boolean);
}

async function closeAll(close: ListenOptions["close"], logger: Logger): Promise<boolean> {
  let closedAll = true;
  for (const one of close) {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not closed within ${CLOSE_LIMIT_MS} ms`)), CLOSE_LIMIT_MS);
    });
    try {
      await Promise.race([one(), limit]);
    } catch (err) {
      closedAll = false; // the next one is closed all the same
      logger.error({ err }, "a dependency did not close");
    } finally {
      clearTimeout(timer);
    }
  }
  return closedAll;
}

function stoppingOnce(stop: () => Promise<boolean>, logger: Logger): (signal: NodeJS.Signals) => Promise<void> {
  let firstAt: number | undefined;
  return async (signal) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    logger.info({ signal }, "stopping");
    const endedWell = await stop();
    logger.info("stopped");
    process.exit(endedWell ? 0 : 1);
  };
}

function exitOnUnhandledErrors(logger: Logger): void {
  const onError = (err: unknown) => {
    logger.fatal({ err }, "unhandled error");
    process.exit(1);
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
}
