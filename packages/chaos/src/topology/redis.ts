/** A Redis without persistence, as a deployment may have it. */
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { createClient } from "@redis/client";
import { installed, listens, type Program, startProgram } from "./program.ts";
import { type Ends, startWhole } from "./started.ts";
import { type Network, networkOf, wireTo } from "./wires/wires.ts";

/** What holds short-lived state: one server, one with a replica that sentinels watch, or a cluster. */
export interface Redis {
  /** The REDIS_URL of the services. */
  readonly url: string;
  /** The network before it; of several servers, the one that takes changes is cut off. A cluster has none. */
  readonly network?: Network;
  /** Rejects unless changes are taken, everywhere. */
  ping(): Promise<unknown>;
  /** The server that takes changes stands still; of a cluster, one that does. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends the server that takes changes; of a cluster, one that does. */
  kill(): Promise<void>;
  /** Starts that one again, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RedisServer {
  readonly port: number;
  signal(name: NodeJS.Signals): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Sends a command over a connection of its own. */
  ask(...command: string[]): Promise<unknown>;
}

export type Settings = Readonly<Record<string, string | number>>;

/** How long a server may take to answer a question. A run is over sooner than a server that stands still. */
const ANSWER_MS = 3000;

/** @param settings those of Redis; by default it listens at a free port */
export async function startServer(
  folder: string,
  ends: Ends,
  settings: Settings & { readonly port?: number } = {},
): Promise<RedisServer> {
  const port = settings.port ?? (await freePort());
  const program = installed("redis-server", "valkey-server") ?? "redis-server";
  const all = {
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: "no",
    dbfilename: `${port}.rdb`,
    ...settings,
    port,
  };
  const start = (): Promise<Program> =>
    startProgram({
      command: [program, ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])],
      logFile: join(folder, `redis-${port}.log`),
      isReady: () => listens(port),
    });

  let running = await start();
  ends(() => running.end("SIGKILL"));
  return {
    port,
    signal: (name) => running.signal(name),
    kill: () => running.end("SIGKILL"),
    async start() {
      running = await start();
    },
    ask: (...command) => ask(port, command),
  };
}

export async function ask(port: number, command: readonly string[]): Promise<unknown> {
  const socket = { host: "127.0.0.1", port, connectTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const client = createClient({ RESP: 2, socket: { ...socket, reconnectStrategy: false } });
  client.on("error", () => {}); // the call rejects as well
  await client.connect();
  try {
    return await client.sendCommand([...command]);
  } finally {
    client.destroy();
  }
}

/** Rejects unless this server takes changes. */
export async function assertTakesChanges(server: Pick<RedisServer, "ask">): Promise<void> {
  const [role] = (await server.ask("ROLE")) as [string];
  if (role !== "master") throw new Error(`it is a ${role}`);
}

export const startSingle = (folder: string): Promise<Redis> => startWhole((ends) => start(folder, ends));

async function start(folder: string, ends: Ends): Promise<Omit<Redis, "stop">> {
  const server = await startServer(folder, ends);
  const wire = await wireTo(server.port, ends);
  return {
    url: `redis://127.0.0.1:${wire.port}`,
    network: networkOf([wire]),
    ping: () => assertTakesChanges(server),
    freeze: async () => server.signal("SIGSTOP"),
    thaw: () => server.signal("SIGCONT"),
    kill: server.kill,
    start: server.start,
  };
}

/** One of several servers is struck, and mended later: the one that `primary` names at that time. */
export function oneOf(primary: () => Promise<RedisServer>): Pick<Redis, "freeze" | "thaw" | "kill" | "start"> {
  let struck: RedisServer | undefined;
  return {
    async freeze() {
      struck = await primary();
      struck.signal("SIGSTOP");
    },
    thaw: () => struck?.signal("SIGCONT"),
    async kill() {
      struck = await primary();
      await struck.kill();
    },
    start: async () => struck?.start(),
  };
}
