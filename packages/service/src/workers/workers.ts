/**
 * Starts a service several times at the same ports, and ends with it. It serves nothing but the metrics of all: each
 * process is a replica, and only one of them runs the jobs that are of the deployment.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { serveMetrics } from "../metrics-server.ts";
import { mergedMetrics } from "./merged-metrics.ts";

const STARTS_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 1000;
const METRICS_WITHIN_MS = 5000;

export interface WorkersOptions {
  readonly count: number;
  /** The program and its options, as this process was started with them. */
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: { error(fields: object, msg: string): void };
  /** Is given what ends them. */
  readonly onStop: (stop: (signal: NodeJS.Signals) => void) => void;
  /** A process that ends sooner cannot start: then nothing goes on, as without workers. By default 10 seconds. */
  readonly startsWithinMs?: number;
}

interface Worker {
  readonly name: string;
  readonly child: ChildProcess;
  readonly startedAt: number;
}

/** Runs until a signal, or until a process cannot start. Resolves with the exit code. */
export async function runWorkers(options: WorkersOptions): Promise<number> {
  const { count, command, environment, logger, startsWithinMs = STARTS_WITHIN_MS } = options;
  const running = new Map<string, Worker>();
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  let stopping: NodeJS.Signals | undefined;
  let worst = 0;
  const stop = (signal: NodeJS.Signals) => {
    stopping = signal;
    for (const { child } of running.values()) child.kill(signal);
    if (running.size === 0) end(worst);
  };

  const start = (name: string): void => {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { env: environmentOf(name, environment), stdio: "inherit" });
    const worker = { name, child, startedAt: performance.now() };
    running.set(name, worker);
    child.once("error", (err) => logger.error({ worker: name, err: String(err) }, "a worker could not be started"));
    child.once("exit", (code, signal) => endedBy(worker, { code, signal }));
  };
  const startAgain = async (name: string) => {
    await pause(AGAIN_AFTER_MS);
    if (stopping === undefined) start(name);
  };
  const endedBy = ({ name, startedAt }: Worker, how: { code: number | null; signal: NodeJS.Signals | null }) => {
    running.delete(name);
    const isEarly = performance.now() - startedAt < startsWithinMs;
    if (stopping !== undefined || isEarly) worst = Math.max(worst, how.code ?? 1);
    if (stopping === undefined) {
      logger.error({ worker: name, ...how }, "a worker ended by itself");
      if (!isEarly) return void startAgain(name);
      stop("SIGTERM");
    }
    if (running.size === 0) end(worst);
  };

  options.onStop(stop);
  const names = Array.from({ length: count }, (_, index) => String(index + 1));
  for (const name of names) start(name);
  const metrics = await openMetrics(names, environment);
  const code = await ended;
  await metrics?.close();
  return code;
}

/** The first one has the jobs of the deployment. Metrics are at the ports after that of all, on this machine only. */
function environmentOf(name: string, { METRICS_PORT: port, ...others }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...others,
    WORKER: name,
    SHARED_PORTS: "on",
    ...(name === "1" ? {} : { JOBS: "own" }),
    ...(port ? { METRICS_PORT: String(Number(port) + Number(name)), METRICS_HOST: "127.0.0.1" } : {}),
  };
}

async function openMetrics(names: readonly string[], { METRICS_PORT: port, METRICS_HOST: host }: NodeJS.ProcessEnv) {
  if (!port) return undefined;
  const textOf = async (name: string) => {
    const signal = AbortSignal.timeout(METRICS_WITHIN_MS);
    const answer = await fetch(`http://127.0.0.1:${Number(port) + Number(name)}/metrics`, { signal });
    return answer.text();
  };
  const metrics = async () => {
    // One that just starts has none yet.
    const texts = await Promise.all(names.map(async (name) => [name, await textOf(name).catch(() => "")] as const));
    return mergedMetrics(new Map(texts));
  };
  const registry = { metrics, contentType: "text/plain; version=0.0.4; charset=utf-8" };
  return serveMetrics({ registry }, { port: Number(port), host: host || undefined });
}
