/**
 * Rotel, a collector of OpenTelemetry by other authors, and behind it a backend that reads what it sends on. So two
 * programs that know nothing of us read our traces: the collector as JSON, the backend as Protocol Buffers.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../relying-parties/party.ts";
import { ROOT } from "../worlds/ecosystem.ts";
import { ended } from "./ended.ts";

const FOLDER = join(ROOT, "node_modules", ".cache", "rotel");
const PYTHON = join(FOLDER, "bin", "python");
/** The package has the program among its modules. */
const [ROTEL = ""] = globSync(join(FOLDER, "lib", "python3*", "site-packages", "rotel", "rotel-agent"));

export const rotelInstalled = ROTEL !== "";

const READY_WITHIN_MS = 20_000;
const SPAN_WITHIN_MS = 30_000;

export interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Collector {
  /** Where it takes traces by OTLP over HTTP. */
  readonly endpoint: string;
  /** The spans that arrived at the backend so far. */
  readonly spans: readonly Span[];
  /** Waits until a span is there for which `is` is true. */
  found(is: (span: Span) => boolean): Promise<Span>;
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const [port, grpc, behind] = [await freePort(), await freePort(), await freePort()];
  const spans: Span[] = [];
  const backend = spawn(PYTHON, [join(import.meta.dirname, "backend.py"), String(behind)], { stdio: PIPED });
  createInterface({ input: backend.stdout }).on("line", (line) => {
    const read = JSON.parse(line);
    if ("traceId" in read) spans.push(read);
  });
  const collector = spawn(ROTEL, argumentsOf(port, grpc, behind), { stdio: PIPED });
  const started = [backend, collector];
  const stop = async () => void (await Promise.all(started.map(ended)));
  try {
    await Promise.all([listens(behind, backend), listens(port, collector)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    async found(is) {
      for (const until = performance.now() + SPAN_WITHIN_MS; performance.now() < until; await pause(50)) {
        const span = spans.find(is);
        if (span !== undefined) return span;
      }
      throw new Error(`no such span among ${spans.map(({ service, name }) => `${service}: ${name}`).join(", ")}`);
    },
    stop,
  };
}

const PIPED = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];

const argumentsOf = (port: number, grpc: number, behind: number) => [
  "start",
  ...["--otlp-http-endpoint", `127.0.0.1:${port}`, "--otlp-grpc-endpoint", `127.0.0.1:${grpc}`],
  ...["--otlp-exporter-endpoint", `http://127.0.0.1:${behind}`, "--otlp-exporter-protocol", "http"],
];

/** Waits until somebody listens. Throws what the program said if it ended. */
async function listens(port: number, child: ChildProcess): Promise<void> {
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      words = `${words}${bytes}`.slice(-4000);
    });
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await pause(50)) {
    if (child.exitCode !== null) break;
    const socket = connect(port, "127.0.0.1");
    const isThere = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ])
      .catch(() => false)
      .finally(() => socket.destroy());
    if (isThere) return;
  }
  throw new Error(`${child.spawnfile} does not listen: ${words}`);
}
