/** A Redis for one test: an installed redis-server or valkey-server, on a free loopback port, without persistence. */

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@countersign/dev/free-port";

/** The installed server. */
export const redisProgram = ["redis-server", "valkey-server"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

if (redisProgram === undefined) {
  const loud = "NEITHER redis-server NOR valkey-server IS INSTALLED: the tests of the Redis store do not run.";
  if (process.env.CI === "true") throw new Error(loud);
  console.warn(`\n*** ${loud} ***\n`);
}

/** False if no server is installed: then tests that need one are skipped, and reported as skipped. */
export const redisInstalled = redisProgram !== undefined;

export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Stops answering but keeps every connection open, like a hanging network. */
  freeze(): void;
  thaw(): void;
  /** Records every command from now on: those that clients send, and those that scripts call. */
  monitor(): Promise<RedisMonitor>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** The commands that a server received since the last call. Pings do not count. */
export interface RedisMonitor {
  take(): Promise<{ readonly sent: readonly string[]; readonly called: readonly string[] }>;
  close(): void;
}

/**
 * @param settings options as on the command line, without dashes: `["maxmemory-policy", "allkeys-lru"]`
 * @param port a known port to start on again; by default any free one
 */
export async function startRedis(settings: readonly string[][] = [], port?: number): Promise<TestRedis> {
  if (port !== undefined) return startOn(settings, port);
  for (let tries = 1; ; tries++) {
    try {
      // Another process may take a port that was just free.
      return await startOn(settings, await freePort());
    } catch (err) {
      if (tries === MOST_TRIES || !String(err).includes("Address already in use")) throw err;
    }
  }
}

const MOST_TRIES = 5;

async function startOn(settings: readonly string[][], on: number): Promise<TestRedis> {
  if (redisProgram === undefined) throw new Error("no redis-server or valkey-server is installed");

  const dir = await mkdtemp(join(tmpdir(), "countersign-redis-"));
  const fixed = [
    ["port", `${on}`],
    // By default 10,000 above the port, where another process may listen.
    ["cluster-port", `${await freePort()}`],
    ["bind", "127.0.0.1"],
    ["dir", dir],
    ["save", ""],
    ["appendonly", "no"],
  ];
  const args = [...fixed, ...settings].flatMap(([name, ...values]) => [`--${name}`, ...values]);
  const server = spawn(redisProgram, args, { stdio: ["ignore", "pipe", "ignore"] });

  await ready(server);
  return {
    port: on,
    url: `redis://127.0.0.1:${on}`,
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    monitor: () => monitor(on),
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, "exit");
        server.kill("SIGKILL"); // it persists nothing, so there is nothing to save
        await ended;
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Waits for the server's own message: another server may answer on its port. */
function ready(server: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  let output = "";
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      server.kill("SIGKILL");
      reject(new Error(`${redisProgram} ${reason}: ${output.slice(-500)}`));
    };
    const timer = setTimeout(() => fail("was not ready within 20 s"), 20_000);
    server.once("exit", (code) => fail(`exited with ${code}`));
    server.once("exit", () => clearTimeout(timer));
    server.stdout.setEncoding("utf8").on("data", (more) => {
      output += more;
      if (!output.includes("Ready to accept connections")) return;
      clearTimeout(timer);
      output = "";
      resolve();
    });
  });
}

const COMMAND = /^\+[\d.]+ \[\d+ (lua|\S+)\] "([^"]+)"/;
const ENOUGH_MS = 50;

async function monitor(port: number): Promise<RedisMonitor> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // a test's server may end before the socket
  let text = "";
  socket.setEncoding("utf8").on("data", (more) => {
    text += more;
  });
  socket.write("MONITOR\r\n");
  await once(socket, "data");

  return {
    async take() {
      await pause(ENOUGH_MS); // the monitor receives commands with a short delay
      const commands = text
        .split("\r\n")
        .flatMap((line) => {
          const [, by, name = ""] = COMMAND.exec(line) ?? [];
          return by === undefined ? [] : [{ called: by === "lua", name: name.toUpperCase() }];
        })
        .filter(({ name }) => name !== "PING" && name !== "INFO");
      text = "";
      const named = (called: boolean) => commands.filter((one) => one.called === called).map(({ name }) => name);
      return { sent: named(false), called: named(true) };
    },
    close: () => socket.destroy(),
  };
}
