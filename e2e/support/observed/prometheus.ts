/** Prometheus of Debian, with the alert rules of deploy/ and services of this machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../relying-parties/party.ts";
import { ROOT } from "../worlds/ecosystem.ts";
import { ended } from "./ended.ts";

export const prometheusInstalled = spawnSync("prometheus", ["--version"], { stdio: "ignore" }).status === 0;

const READY_WITHIN_MS = 30_000;
const RULES = "countersign.rules.yml";

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Rule {
  readonly name: string;
  readonly health: "ok" | "err" | "unknown";
  readonly state: "inactive" | "pending" | "firing";
}

export interface Prometheus {
  /** The samples of an expression now. Throws what Prometheus says of a mistake. */
  query(expression: string): Promise<readonly Sample[]>;
  rules(): Promise<readonly Rule[]>;
  stop(): Promise<void>;
}

/** @param ports where services of this machine have `/metrics` */
export async function startPrometheus(ports: readonly number[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-prometheus-"));
  const port = await freePort();
  await copyFile(join(ROOT, "deploy", "prometheus", RULES), join(folder, RULES));
  await writeFile(join(folder, "prometheus.yml"), configurationOf(ports));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let words = "";
  child.stderr?.on("data", (bytes) => {
    words = `${words}${bytes}`.slice(-4000);
  });
  const origin = `http://127.0.0.1:${port}`;
  const ask = async <T>(path: string): Promise<T> => {
    const { status, data, error } = await (await fetch(`${origin}${path}`)).json();
    if (status !== "success") throw new Error(`${path}: ${error}`);
    return data;
  };
  const stop = async () => {
    await ended(child);
    await rm(folder, { recursive: true, force: true });
  };
  if (!(await isReady(origin, child))) {
    await stop();
    throw new Error(`Prometheus did not start: ${words}`);
  }

  return {
    async query(expression) {
      const path = `/api/v1/query?${new URLSearchParams({ query: expression })}`;
      const { result } = await ask<{ result: { metric: Sample["metric"]; value: [number, string] }[] }>(path);
      return result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text.replace("Inf", "Infinity")) }));
    },
    rules: async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>("/api/v1/rules")).groups.flatMap(({ rules }) => rules),
    stop,
  };
}

/** As docs/operations/observability.md has it, with an interval for which a test can wait. */
const configurationOf = (ports: readonly number[]) => `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${RULES}]
scrape_configs:
  - job_name: countersign
    static_configs:
      - targets: ${JSON.stringify(ports.map((port) => `127.0.0.1:${port}`))}
`;

async function isReady(origin: string, child: ChildProcess): Promise<boolean> {
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await pause(100)) {
    if (child.exitCode !== null) return false;
    if ((await fetch(`${origin}/-/ready`).catch(() => undefined))?.status === 200) return true;
  }
  return false;
}
