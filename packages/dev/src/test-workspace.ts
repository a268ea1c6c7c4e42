/** A workspace for the tests of the launcher: the launcher's own code, with small replacements for the services. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FIRST_ASSIGNED, LAST } from "./free-port.ts";

const here = import.meta.dirname;

export interface Workspace {
  readonly root: string;
  readonly dataDir: string;
  remove(): void;
}

/**
 * Copies the workspace into a folder. Its name has characters that are special in shells, URLs and options, as a
 * real name may.
 */
export function makeWorkspace(): Workspace {
  const parent = mkdtempSync(join(tmpdir(), "countersign dev "));
  chmodSync(parent, 0o755); // as root, PostgreSQL runs as another user, which must be able to enter
  const root = join(parent, `clone of "mine", it's #1 (100%20)`);
  cpSync(join(here, "fixtures", "apps"), join(root, "apps"), { recursive: true });
  cpSync(join(here, "..", "authorization-details"), join(root, "packages", "dev", "authorization-details"), {
    recursive: true,
  });
  cpSync(here, join(root, "packages", "dev", "src"), { recursive: true });
  symlinkSync(join(here, "..", "node_modules"), join(root, "packages", "dev", "node_modules"));
  return { root, dataDir: join(root, ".data"), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

export interface Run {
  readonly child: ChildProcess;
  /** All output so far, standard output and standard error. */
  output(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts one of the package's programs (`main.ts`, `operator.ts`) in a workspace. */
export function startProgram(
  { root }: Workspace,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Run {
  const { COUNTERSIGN_DATA_DIR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(root, "packages", "dev", "src", program), ...args], {
    env: { ...inherited, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: once(child, "close").then(([code]) => code as number | null) };
}

/** Waits for a condition, for at most 30 seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited 30 seconds in vain");
    await sleep(50);
  }
}

/** Whether a process is alive, and not a zombie that waits to be reaped. */
export function lives(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, "utf8"));
}

/**
 * The first of nine ports in a row that are free now. They lie between those of `freePort` and those that the system
 * assigns to any process that asks for any port: no other test takes one before the services listen there.
 */
export async function nineFreePorts(): Promise<number> {
  for (;;) {
    const first = randomInt(LAST + 1, FIRST_ASSIGNED - 9);
    const free = await Promise.all(Array.from({ length: 9 }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
