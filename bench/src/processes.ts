/** Processes that are measured: started on one core, their CPU time and memory read from /proc. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { isInstalled } from "./installed.ts";

/** Everything of one server runs on this core; the load generator and the stores run on the other. */
export const SERVER_CORE = "0";
export const LOAD_CORE = "1";

// scripts/bench.mjs puts this process on the load generator's core by the same means.
const CAN_PIN = isInstalled("taskset") && readFileSync("/proc/cpuinfo", "utf8").match(/^processor/gm)?.length !== 1;

/**
 * Node as our images start it, for every server: while others have their turn, V8 would take from one the room for
 * short-lived objects, and not give it back.
 */
export const NODE = [process.execPath, "--min-semi-space-size=16", "--max-old-space-size=512", "--expose-gc"];

const TICK_MICROSECONDS = 10_000;
const PAGE_BYTES = 4096;

export interface Measured {
  readonly pid: number;
  /** Milliseconds from its start until `ready` was answered. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** An address that answers with success once the process is ready. */
  readonly ready: string;
  readonly logFile: string;
  /** Whether it may use every core, instead of the servers' one. */
  readonly unpinned?: boolean;
}

/**
 * Starts a process on the servers' core, and waits until it is ready. Throws when it ends first or takes half a minute.
 */
export async function startMeasured(options: StartOptions): Promise<Measured> {
  const { environment, ready, logFile, unpinned = false } = options;
  const [program = "", ...args] = [...(unpinned || !CAN_PIN ? [] : ["taskset", "-c", SERVER_CORE]), ...options.command];
  const log = openSync(logFile, "a", 0o600);
  const startedAt = performance.now();
  const child = spawn(program, args, { env: environment, stdio: ["ignore", log, log] });
  await answered(ready, child, logFile);
  return { pid: child.pid ?? 0, readyAfterMs: performance.now() - startedAt, stop: () => stop(child) };
}

async function answered(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`a server ended while it started: ${endOf(logFile)}`);
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${url} did not answer: ${endOf(logFile)}`);
}

const endOf = (logFile: string) => readFileSync(logFile, "utf8").slice(-2000);

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const last = setTimeout(() => child.kill("SIGKILL"), 5000);
    child.once("exit", () => {
      clearTimeout(last);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/** CPU time of a process so far, its threads and its reaped children included, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const [, utime = 0, stime = 0, cutime = 0, cstime = 0] = statOf(pid);
  return (utime + stime + cutime + cstime) * TICK_MICROSECONDS;
}

/** CPU time of a process and everything below it. */
export function treeCpuMicroseconds(root: number): number {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}

/** Memory of a process that is resident now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

/** The most that it ever was, in bytes. */
export function peakResidentBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

function parentOf(pid: number): number | undefined {
  return statOf(pid)[0];
}

// Parent, then the four CPU times in ticks. What ended meanwhile has none. The name of a process may hold spaces.
function statOf(pid: number): readonly number[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  } catch {
    return [];
  }
}
