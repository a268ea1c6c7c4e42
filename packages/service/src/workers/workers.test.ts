import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { mergedMetrics } from "./merged-metrics.ts";
import { runWorkers } from "./workers.ts";

const place = (file: string) => fileURLToPath(new URL(file, import.meta.url));
/** What the start of a bundle does: the service, or what starts it several times. */
const START = `await import(process.env.WORKER ? "${place("../test-service.ts")}" : "${place("main.ts")}")`;

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Ports below 32768, so that no outgoing connection takes them in the meantime: of the service, and of metrics. */
const freePorts = () => ({ port: randomInt(10_000, 20_000), metrics: randomInt(20_000, 30_000) });

async function start(count: number, environment: Record<string, string> = {}) {
  const { port, metrics } = freePorts();
  const env = { PATH: process.env.PATH, WORKERS: String(count), TEST_PORT: String(port), ...environment };
  const args = ["--input-type=module", "--eval", START];
  const child = spawn(process.execPath, args, { env: { ...env, METRICS_PORT: String(metrics) }, stdio: "pipe" });
  running.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exit = once(child, "close").then(([code]) => code as number | null);
  return { child, exit, output: () => output, port, metrics };
}

const listening = (output: string) => output.match(/"listening"/g)?.length ?? 0;

/** The answer over a connection of its own. */
const textOf = (port: number, path: string) =>
  new Promise<string>((resolve, reject) => {
    get({ port, path, agent: false }, async (answer) => {
      let text = "";
      for await (const chunk of answer) text += chunk;
      resolve(text);
    }).on("error", reject);
  });

describe("decision 253: WORKERS", () => {
  it("starts processes that share the port, answers for the metrics of all, and ends with them", async () => {
    const { child, exit, output, port, metrics } = await start(3);
    await vi.waitFor(() => expect(listening(output())).toBe(3), { timeout: 20_000 });
    const answered = new Set<string>();
    await vi.waitFor(
      async () => {
        answered.add(await textOf(port, "/process"));
        expect(answered.size).toBe(3);
      },
      { timeout: 10_000, interval: 5 },
    );
    expect(answered).not.toContain(String(child.pid));

    const text = await textOf(metrics, "/metrics");
    expect(text.match(/^# TYPE process_resident_memory_bytes/gm)).toHaveLength(1);
    const jobs = [...text.matchAll(/^test_jobs\{(.*)\} 1$/gm)].map(([, labels]) => labels);
    expect(jobs).toEqual([
      'worker="1",jobs="all",service="test-service"',
      'worker="2",jobs="own",service="test-service"',
      'worker="3",jobs="own",service="test-service"',
    ]);

    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(output().match(/"stopped"/g)).toHaveLength(3);
  }, 40_000);

  it("ends if a process cannot start, with its exit code", async () => {
    const { exit, output } = await start(2, { TEST_PORT: "1000000" });
    expect(await exit).toBe(1);
    expect(output()).toContain('"msg":"a worker ended by itself"');
  }, 20_000);

  it("starts another process for one that ends later", async () => {
    let stop: (signal: NodeJS.Signals) => void = () => {};
    const lines: object[] = [];
    const ended = runWorkers({
      count: 1,
      command: [process.execPath, "--eval", "setTimeout(() => process.exit(7), 300)"],
      environment: { PATH: process.env.PATH },
      logger: { error: (fields) => void lines.push(fields) },
      onStop: (ending) => {
        stop = ending;
      },
      startsWithinMs: 0,
    });
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 10_000 });
    expect(lines).toEqual(Array(2).fill({ worker: "1", code: 7, signal: null }));
    stop("SIGTERM");
    expect(await ended).toBeLessThanOrEqual(7);
  }, 20_000);
});

it("the metrics of several processes are one text, in which each series has the number of its process", () => {
  const text = (value: number) =>
    [
      "# HELP requests_total Requests",
      "# TYPE requests_total counter",
      `requests_total{route="/{id}"} ${value}`,
      "",
      "# HELP up_seconds Time",
      "# TYPE up_seconds gauge",
      `up_seconds ${value}`,
      "",
    ].join("\n");
  expect(
    mergedMetrics(
      new Map([
        ["1", text(4)],
        ["2", ""],
        ["3", text(5)],
      ]),
    ).split("\n"),
  ).toEqual([
    "# HELP requests_total Requests",
    "# TYPE requests_total counter",
    'requests_total{worker="1",route="/{id}"} 4',
    'requests_total{worker="3",route="/{id}"} 5',
    "",
    "# HELP up_seconds Time",
    "# TYPE up_seconds gauge",
    'up_seconds{worker="1"} 4',
    'up_seconds{worker="3"} 5',
    "",
  ]);
});
