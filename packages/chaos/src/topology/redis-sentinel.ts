/** Redis with a replica, and three sentinels that make it the primary when that one is gone. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { installed, listens, startProgram } from "./program.ts";
import { ask, assertTakesChanges, oneOf, type Redis, type RedisServer, startServer } from "./redis.ts";
import { type Ends, startWhole, together } from "./started.ts";
import { until } from "./until.ts";
import { networkOf, type WireThere, wireTo } from "./wires/wires.ts";

const NAME = "chaos";
const SENTINELS = 3;
/** A sentinel believes that the primary is gone after so long. */
const DOWN_AFTER_MS = 2000;

export const startSentinels = (folder: string): Promise<Redis> => startWhole((ends) => start(folder, ends));

async function start(folder: string, ends: Ends): Promise<Omit<Redis, "stop">> {
  const first = await startWired(folder, ends);
  const second = await startWired(folder, ends, first.wire);
  const servers = [first, second];
  const sentinels = await together(
    Array.from({ length: SENTINELS }, () => startSentinel(folder, first.wire.port, ends)),
  );
  const [asked] = sentinels;
  await until(async () => {
    const facts = factsOf(await ask(asked?.port ?? 0, ["SENTINEL", "MASTER", NAME]));
    return facts["num-slaves"] === "1" && facts["num-other-sentinels"] === String(SENTINELS - 1);
  });

  async function primary(): Promise<Wired> {
    const [, port] = (await ask(asked?.port ?? 0, ["SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME])) as string[];
    const found = servers.find((server) => String(server.wire.port) === port);
    if (found === undefined) throw new Error(`the sentinels name ${port}`);
    return found;
  }

  return {
    ...oneOf(primary),
    network: networkOf(
      servers.map(({ wire }) => wire),
      async () => [(await primary()).wire],
    ),
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${NAME}`,
    ping: async () => assertTakesChanges(await primary()),
  };
}

/** A server that all others, the sentinels and the services among them, reach through a network of its own. */
interface Wired extends RedisServer {
  readonly wire: WireThere;
}

async function startWired(folder: string, ends: Ends, primary?: WireThere): Promise<Wired> {
  const port = await freePort();
  const wire = await wireTo(port, ends);
  const found = { "replica-announce-ip": "127.0.0.1", "replica-announce-port": wire.port };
  const follows = primary && { replicaof: `127.0.0.1 ${primary.port}` };
  return { ...(await startServer(folder, ends, { port, ...found, ...follows })), wire };
}

/** @returns where it listens */
async function startSentinel(folder: string, primary: number, ends: Ends): Promise<{ readonly port: number }> {
  const port = await freePort();
  const file = join(folder, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} 10000`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`); // a sentinel writes into it, too
  const program = await startProgram({
    command: [installed("redis-server", "valkey-server") ?? "redis-server", file, "--sentinel"],
    logFile: join(folder, `sentinel-${port}.log`),
    isReady: () => listens(port),
  });
  ends(() => program.end("SIGKILL"));
  return { port };
}

/** An answer that is a list of names, each followed by its value. */
function factsOf(answer: unknown): Readonly<Record<string, string>> {
  const all = answer as string[];
  return Object.fromEntries(all.flatMap((name, n) => (n % 2 === 0 ? [[name, all[n + 1] ?? ""]] : [])));
}
