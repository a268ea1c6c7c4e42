/** A Redis without persistence, as a deployment may have it. */
import { join } from "node:path";
import { installed, listens, type Program, startProgram } from "./program.ts";

export interface Redis {
  readonly port: number;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Starts it again, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(folder: string, port: number): Promise<Redis> {
  const program = installed("redis-server", "valkey-server") ?? "redis-server";
  const settings = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no" };
  const start = (): Promise<Program> =>
    startProgram({
      command: [program, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])],
      logFile: join(folder, "redis.log"),
      isReady: () => listens(port),
    });

  let running = await start();
  return {
    port,
    freeze: () => running.signal("SIGSTOP"),
    thaw: () => running.signal("SIGCONT"),
    kill: () => running.end("SIGKILL"),
    async start() {
      running = await start();
    },
    stop: () => running.end("SIGKILL"),
  };
}
