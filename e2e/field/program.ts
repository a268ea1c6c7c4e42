/** A program that serves an application. It ends with the test. */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A program in Java needs more than a minute where others use the processor, too. */
const READY_WITHIN_MS = 180_000;
const PAUSE_MS = 100;
const STOP_WITHIN_MS = 5_000;

interface Program {
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly folder: string;
  /** Variables in addition to PATH and HOME. */
  readonly environment: Readonly<Record<string, string>>;
  /** It is ready when it listens there. */
  readonly port: number;
  /** How long that may take. */
  readonly readyWithinMs?: number;
  /** How long it may take to stop, before it is killed. */
  readonly stopWithinMs?: number;
}

/** Starts a program, acts while it listens, and stops it. If the act fails, the program's words are in the error. */
export async function whileRunning(program: Program, act: () => Promise<void>): Promise<void> {
  const { command, folder, environment, port } = program;
  const { readyWithinMs = READY_WITHIN_MS, stopWithinMs = STOP_WITHIN_MS } = program;
  const [name, ...args] = command;
  const { PATH, HOME } = process.env;
  const child = spawn(name, args, {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    child.once("close", end);
    child.once("error", (error) => {
      said += error.message;
      end();
    });
  });
  try {
    await listening(port, readyWithinMs, () => isOver);
    await act();
  } catch (error) {
    throw new Error(`${name} ${args.join(" ")} said: ${said}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    const last = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await ended;
    clearTimeout(last);
  }
}

async function listening(port: number, withinMs: number, hasEnded: () => boolean): Promise<void> {
  for (const start = performance.now(); performance.now() - start < withinMs; await wait(PAUSE_MS)) {
    if (hasEnded()) throw new Error("the program ended before it listened");
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
