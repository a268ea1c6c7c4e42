/** The commands and the server of a version, as processes, at a given time. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "@countersign/dev/free-port";

export interface Version {
  /** Runs a command with --json, which must succeed; what it printed. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is for the caller to look at
  command(at: Date, argv: readonly string[], stdin?: string): Promise<any>;
  /** Starts the server. */
  start(at: Date): Promise<RunningServer>;
}

export interface RunningServer {
  readonly origin: string;
  stop(): Promise<void>;
}

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs before the program, whose clock stands. The database keeps the real time. */
const CLOCK = `
  const told = Number(process.env.TOLD_TIME);
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(told) : super(...given); }
    static now() { return told; }
  };`;
const TOLD_CLOCK = ["--import", `data:text/javascript,${encodeURIComponent(CLOCK)}`];

/**
 * @param root of a repository, bootstrapped
 * @param environment of every command and of the server
 */
export function versionAt(root: string, environment: NodeJS.ProcessEnv): Version {
  const run = (program: string, at: Date, argv: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [...TOLD_CLOCK, join(root, "apps/authorization-server/src", program), ...argv], {
      env: { PATH, NODE_COMPILE_CACHE, ...environment, ...more, TOLD_TIME: String(at.getTime()) },
      stdio: "pipe",
    });

  return {
    async command(at, argv, stdin = "") {
      const child = run("cli/main.ts", at, [...argv, "--json"]);
      const ended = once(child, "close");
      child.stdin.end(stdin);
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await ended;
      if (code !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
      return JSON.parse(stdout);
    },

    async start(at) {
      const port = await freePort();
      const child = run("main.ts", at, [], { PORT: String(port) });
      const ended = once(child, "close");
      const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
      const origin = `http://127.0.0.1:${port}`;
      if (!(await answers(origin, child))) throw new Error(`the server ended: ${await stdout}${await stderr}`);
      return {
        origin,
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      };
    },
  };
}

/** Waits until the server answers; false if it ends before. Its clock is not the database's, so it is never ready. */
async function answers(origin: string, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/jwks`).catch(() => undefined);
    if (answer?.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
