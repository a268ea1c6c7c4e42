/** The measured processes: each starts on one core, and its CPU time and memory are read from /proc. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { isInstalled } from "./installed.ts";

/** All processes of one server run on this core. The load generator and the stores run on the other. */
export const SERVER_CORE = "0";
export const LOAD_CORE = "1";

// scripts/bench.mjs puts this process on the core of the load generator with the same program.
const CAN_PIN = isInstalled("taskset") && readFileSync("/proc/cpuinfo", "utf8").match(/^processor/gm)?.length !== 1;

/**
 * Every server runs Node with the options of our images. Otherwise V8 would shrink the space for short-lived objects
 * of a server while the other servers have their turn, and not enlarge it again.
 */
export const NODE = [
  process.execPath,
  "--min-semi-space-size=16",
  "--max-semi-space-size=24",
  "--max-old-space-size=512",
  "--expose-gc",
];

const TICK_MICROSECONDS = 10_000;
const PAGE_BYTES = 4096;

export interface Measured {
  readonly pid: number;
  /** Milliseconds from the start of the process until `ready` was answered. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** An address that answers with success when the process is ready. */
  readonly ready: string;
  readonly logFile: string;
  /** The folder where it starts; by default that of this process. */
  readonly workingFolder?: string;
  /** How long it may take until it is ready; by default half a minute. */
  readonly readyWithinMs?: number;
  /** Whether the process may use every core instead of the core of the servers. */
  readonly unpinned?: boolean;
}

/**
 * Starts a process on the core of the servers, and waits until it is ready. Throws when the process ends first or
 * takes too long.
 */
export async function startMeasured(options: StartOptions): Promise<Measured> {
  const { environment, ready, logFile, unpinned = false, workingFolder, readyWithinMs = 30_000 } = options;
  const [program = "", ...args] = [...(unpinned || !CAN_PIN ? [] : ["taskset", "-c", SERVER_CORE]), ...options.command];
  const log = openSync(logFile, "a", 0o600);
  const startedAt = performance.now();
  const child = spawn(program, args, { cwd: workingFolder, env: environment, stdio: ["ignore", log, log] });
  await answered(ready, child, logFile, readyWithinMs).catch((err: unknown) => {
    child.kill("SIGKILL");
    throw err;
  });
  return { pid: child.pid ?? 0, readyAfterMs: performance.now() - startedAt, stop: () => stop(child) };
}

async function answered(url: string, child: ChildProcess, logFile: string, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
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

/** The CPU time of a process so far, in microseconds, including its threads and its reaped children. */
export function cpuMicroseconds(pid: number): number {
  const [, utime = 0, stime = 0, cutime = 0, cstime = 0] = statOf(pid);
  return (utime + stime + cutime + cstime) * TICK_MICROSECONDS;
}

/** The CPU time of a process and all its descendants. */
export function treeCpuMicroseconds(root: number): number {
  return [root, ...processesBelow(root)].reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
}

/** The descendants of a process. */
export function processesBelow(root: number): readonly number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (parent: number | undefined): boolean =>
    parent !== undefined && (parent === root || isBelow(parents.get(parent)));
  return [...parents].filter(([, parent]) => isBelow(parent)).map(([pid]) => pid);
}

/** The resident memory of a process now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

/** The memory of a process now, in bytes: what it shares with other processes is divided among them (PSS). */
export function proportionalBytes(pid: number): number {
  const [, kilobytes = "0"] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

/** The largest resident memory of a process so far, in bytes. */
export function peakResidentBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

function parentOf(pid: number): number | undefined {
  return statOf(pid)[0];
}

// The parent, then the four CPU times in ticks. A process that has ended has none. A process name may contain
// spaces.
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
