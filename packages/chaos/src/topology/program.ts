/** A program of a deployment: started with its output in a file, waited for, stopped. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const READY_WITHIN_MS = 120_000;

export interface Program {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Sends a signal, and waits for the end. */
  end(name: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<void>;
}

export interface Starting {
  readonly command: readonly [string, ...string[]];
  readonly logFile: string;
  readonly isReady: () => Promise<boolean>;
  readonly options?: Pick<SpawnOptions, "env" | "cwd" | "uid" | "gid">;
}

/** @throws Error with the end of its output, if it ends or is not ready in two minutes */
export async function startProgram({ command, logFile, isReady, options = {} }: Starting): Promise<Program> {
  const [program, ...args] = command;
  const log = openSync(logFile, "a");
  const child = spawn(program, args, { ...options, stdio: ["ignore", log, log] });
  closeSync(log);
  const failed = once(child, "error").then(([err]) => Promise.reject(err));
  failed.catch(() => {});
  await Promise.race([ready(child, isReady, logFile), failed]);
  return {
    pid: child.pid ?? 0,
    signal: (name) => void child.kill(name),
    async end(name) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill(name);
      await exit;
    },
  };
}

async function ready(child: ChildProcess, isReady: Starting["isReady"], logFile: string): Promise<void> {
  for (const giveUpAt = performance.now() + READY_WITHIN_MS; performance.now() < giveUpAt; await pause(50)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await isReady()) return;
  }
  child.kill("SIGKILL");
  throw new Error(`${child.spawnfile} did not start: ${readFileSync(logFile, "utf8").slice(-1500)}`);
}

/** Whether a page answers 200. */
export const answers = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    request({ host: "127.0.0.1", port, path, timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .on("timeout", () => resolve(false))
      .on("error", () => resolve(false))
      .end();
  });

/** Whether a program listens there. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });

/** The path of an installed program; Debian has some where only root looks. */
export function installed(...names: readonly string[]): string | undefined {
  return names
    .flatMap((name) => [name, `/usr/sbin/${name}`])
    .find((path) => spawnSync(path, ["-v"]).error === undefined);
}
