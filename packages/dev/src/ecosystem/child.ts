/**
 * A child process of the launcher. Its whole log is in a file, its last lines are in memory, and it ends with the
 * launcher.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

const KEPT_LINES = 20;
const STOP_WITHIN_MS = 15_000;
// A URL, because `#` and `%` in a path would be read as parts of a URL.
const DIE_WITH_PARENT = new URL("die-with-parent.ts", import.meta.url).href;

export interface Child {
  readonly name: string;
  readonly logFile: string;
  /** Resolves with how the process ended, when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** The last lines that the process wrote, oldest first. */
  lastLines(): readonly string[];
  /** Sends SIGTERM; after 15 s SIGKILL. Resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  /** Receives each line as it is written. */
  readonly onLine?: (line: string) => void;
}

/** Starts a TypeScript file with the Node that runs this process. */
export function startChild({ name, entry, args = [], environment, logFile, onLine = () => {} }: ChildOptions): Child {
  mkdirSync(dirname(logFile), { recursive: true });
  const file = createWriteStream(logFile, { flags: "w", mode: 0o600 });
  file.on("error", () => {}); // a full disk must not stop the services
  const child = spawn(process.execPath, ["--import", DIE_WITH_PARENT, entry, ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true, // the terminal sends Ctrl-C to the launcher only, which decides the order of the end
  });

  const kept: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      file.write(`${line}\n`);
      kept.push(line);
      if (kept.length > KEPT_LINES) kept.shift();
      onLine(line);
    });
  }

  const ended = endOf(child);
  return {
    name,
    logFile,
    ended,
    lastLines: () => kept,
    async stop() {
      child.kill("SIGTERM");
      const last = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      await ended;
      clearTimeout(last);
    },
  };
}

function endOf(child: ChildProcess): Child["ended"] {
  return new Promise((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    // "close" comes after the last line of output, "exit" may come before it.
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
}
