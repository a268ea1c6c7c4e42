/** A cluster of Redis: three servers that take changes, and a replica of each. */
import { freePort } from "@countersign/dev/free-port";
import { assertTakesChanges, oneOf, type Redis, type RedisServer, startServer } from "./redis.ts";
import { type Ends, startWhole } from "./started.ts";
import { until } from "./until.ts";

const PRIMARIES = 3;
const SLOTS = 16_384;
/** The others believe that a server is gone after so long. */
const NODE_TIMEOUT_MS = 2000;

export const startCluster = (folder: string): Promise<Redis> => startWhole((ends) => start(folder, ends));

async function start(folder: string, ends: Ends): Promise<Omit<Redis, "stop">> {
  const servers: RedisServer[] = [];
  for (let n = 0; n < 2 * PRIMARIES; n++) servers.push(await startNode(folder, ends));
  await join(servers);

  /** The servers that have slots, as one that answers knows them. */
  async function primaries(): Promise<RedisServer[]> {
    const nodes = await Promise.any(servers.map(nodesOf));
    return nodes
      .filter(({ flags, hasSlots }) => hasSlots && flags.includes("master"))
      .flatMap(({ port }) => servers.find((server) => server.port === port) ?? []);
  }

  async function first(): Promise<RedisServer> {
    const [found] = await primaries();
    if (found === undefined) throw new Error("no server of the cluster has slots");
    return found;
  }

  const ping = async () => {
    const all = await primaries();
    if (all.length !== PRIMARIES) throw new Error(`${all.length} servers have slots`);
    await Promise.all(all.map(assertTakesChanges));
    const info = await Promise.any(servers.map((server) => server.ask("CLUSTER", "INFO")));
    if (!String(info).includes("cluster_state:ok")) throw new Error("the cluster fails");
  };
  await until(async () => ping().then(() => true));
  return { ...oneOf(first), url: servers.map(({ port }) => `redis://127.0.0.1:${port}`).join(","), ping };
}

async function startNode(folder: string, ends: Ends): Promise<RedisServer> {
  // The port between the servers is 10000 higher by default, which may be taken.
  const [port, bus] = [await freePort(), await freePort()];
  return startServer(folder, ends, {
    port,
    "cluster-enabled": "yes",
    "cluster-config-file": `nodes-${port}.conf`,
    "cluster-node-timeout": NODE_TIMEOUT_MS,
    "cluster-port": bus,
  });
}

/** Gives each of the first half its slots and its replica. */
async function join(servers: readonly RedisServer[]): Promise<void> {
  const [first] = servers;
  if (first === undefined) return;
  for (const [n, server] of servers.entries()) await server.ask("CLUSTER", "SET-CONFIG-EPOCH", String(n + 1));
  const [{ bus }] = (await nodesOf(first)) as [Node];
  for (const server of servers.slice(1)) {
    await server.ask("CLUSTER", "MEET", "127.0.0.1", String(first.port), String(bus));
  }
  for (let n = 0; n < PRIMARIES; n++) {
    const [from, to] = [n, n + 1].map((part) => Math.floor((part * SLOTS) / PRIMARIES));
    await servers[n]?.ask("CLUSTER", "ADDSLOTSRANGE", String(from), String((to ?? SLOTS) - 1));
  }
  await until(async () => (await Promise.all(servers.map(nodesOf))).every((nodes) => nodes.length === servers.length));
  for (let n = 0; n < PRIMARIES; n++) {
    await servers[PRIMARIES + n]?.ask("CLUSTER", "REPLICATE", String(await servers[n]?.ask("CLUSTER", "MYID")));
  }
  await until(async () => (await nodesOf(first)).filter(({ flags }) => flags.includes("slave")).length === PRIMARIES);
}

interface Node {
  readonly port: number;
  readonly bus: number;
  readonly flags: readonly string[];
  readonly hasSlots: boolean;
}

/** A line of CLUSTER NODES: id, host:port@bus, flags, primary, ping, pong, epoch, state, and slots. */
async function nodesOf(server: RedisServer): Promise<Node[]> {
  const text = String(await server.ask("CLUSTER", "NODES"));
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [, address = "", flags = "", , , , , , ...slots] = line.trim().split(" ");
      const [, port, bus] = /:(\d+)@(\d+)/.exec(address) ?? [];
      return { port: Number(port), bus: Number(bus), flags: flags.split(","), hasSlots: slots.length > 0 };
    });
}
