/** A Redis of the test's own: an installed redis-server or valkey-server, on a free loopback port, keeping nothing. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const program = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);

if (program === undefined) {
  const loud = "NEITHER redis-server NOR valkey-server IS INSTALLED: the tests of the Redis store do not run.";
  if (process.env.CI === "true") throw new Error(loud);
  console.warn(`\n*** ${loud} ***\n`);
}

/** False where no server is installed: then tests that need one are skipped, and said to be. */
export const redisInstalled = program !== undefined;

export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Stops answering, keeping every connection open: what a hanging network looks like. */
  freeze(): void;
  thaw(): void;
  /** Hears every command from now on: those that clients send, and those that scripts call. */
  monitor(): Promise<RedisMonitor>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** What a server was asked since it was asked this the last time. Signs of life do not count. */
export interface RedisMonitor {
  take(): Promise<{ readonly sent: readonly string[]; readonly called: readonly string[] }>;
  close(): void;
}

/**
 * @param settings options as on the command line, without dashes: `["maxmemory-policy", "allkeys-lru"]`
 * @param port to come back on a known port; any free one unless told
 */
export async function startRedis(settings: readonly string[][] = [], port?: number): Promise<TestRedis> {
  if (program === undefined) throw new Error("no redis-server or valkey-server is installed");

  const dir = await mkdtemp(join(tmpdir(), "countersign-redis-"));
  const on = port ?? (await freePort());
  const fixed = [
    ["port", `${on}`],
    ["bind", "127.0.0.1"],
    ["dir", dir],
    ["save", ""],
    ["appendonly", "no"],
  ];
  const args = [...fixed, ...settings].flatMap(([name, ...values]) => [`--${name}`, ...values]);
  const server = spawn(program, args, { stdio: "ignore" });

  await answering(on, server);
  return {
    port: on,
    url: `redis://127.0.0.1:${on}`,
    freeze: () => void server.kill("SIGSTOP"),
    thaw: () => void server.kill("SIGCONT"),
    monitor: () => monitor(on),
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, "exit");
        server.kill("SIGKILL"); // it keeps nothing, so there is nothing to save
        await ended;
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answering(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) throw new Error(`${program} exited with ${server.exitCode}`);
    if (await answers(port)) return;
    await pause(50);
  }
  server.kill("SIGKILL");
  throw new Error(`${program} did not answer within 5 s`);
}

const COMMAND = /^\+[\d.]+ \[\d+ (lua|\S+)\] "([^"]+)"/;
const ENOUGH_MS = 50;

async function monitor(port: number): Promise<RedisMonitor> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}); // the server of a test may end before it
  let text = "";
  socket.setEncoding("utf8").on("data", (more) => {
    text += more;
  });
  socket.write("MONITOR\r\n");
  await once(socket, "data");

  return {
    async take() {
      await pause(ENOUGH_MS); // what was asked is told a moment later
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

/** Whatever the server says to PING, even that it wants a password. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket
      .once("data", () => settle(true))
      .once("error", () => settle(false))
      .once("close", () => settle(false));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : Promise.reject(new Error("no port"));
}
