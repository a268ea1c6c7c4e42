/** A program that serves an application. It ends with the test. */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const READY_WITHIN_MS = 60_000;
const PAUSE_MS = 100;
const STOP_WITHIN_MS = 5_000;

interface Program {
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly folder: string;
  /** Besides PATH and HOME. */
  readonly environment: Readonly<Record<string, string>>;
  /** It is ready when it listens there. */
  readonly port: number;
}

/** Starts a program, acts while it listens, and stops it. If the act fails, the program's words are in the error. */
export async function whileRunning(program: Program, act: () => Promise<void>): Promise<void> {
  const { command, folder, environment, port } = program;
  const [name, ...args] = command;
  const { PATH, HOME } = process.env;
  const child = spawn(name, args, {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // its processes are a group, which is stopped as a whole
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  let over = false;
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(() => (over = true));
  child.once("error", (error) => (said += error.message));
  try {
    await listening(port, () => over);
    await act();
  } catch (error) {
    throw new Error(`${name} ${args.join(" ")} said: ${said}`, { cause: error });
  } finally {
    await stop(child.pid, ended);
  }
}

async function stop(pid: number | undefined, ended: Promise<unknown>): Promise<void> {
  if (pid === undefined) return;
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has ended.
    }
  };
  send("SIGTERM");
  const last = setTimeout(() => send("SIGKILL"), STOP_WITHIN_MS);
  await ended;
  clearTimeout(last);
  send("SIGKILL");
}

async function listening(port: number, isOver: () => boolean): Promise<void> {
  for (const start = performance.now(); performance.now() - start < READY_WITHIN_MS; await wait(PAUSE_MS)) {
    if (isOver()) throw new Error("the program ended before it listened");
    if (await accepts(port)) return;
  }
  throw new Error(`the program does not listen on port ${port}`);
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: "localhost" });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
