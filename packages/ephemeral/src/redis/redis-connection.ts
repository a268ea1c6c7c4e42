/**
 * Connects to Redis: one server, a cluster, or the one that sentinels name. A server that could lose stored data is
 * refused at start.
 */
import { createClient, createCluster } from "@redis/client";
import type { Log } from "../log.ts";
import type { Redis } from "./redis.ts";
import { assertFit, isCluster, serverFacts } from "./redis-fitness.ts";
import { connectSentinel, type Sentinels, sentinelsOf } from "./redis-sentinel.ts";
import { replacingReplica, watch } from "./redis-watch.ts";

const START_LIMIT_MS = 10_000;
const CONNECT_LIMIT_MS = 3000;
/**
 * For a server that accepts the connection and then sends nothing. Connections in use never idle this long: `watch`
 * checks them.
 */
const SILENCE_LIMIT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;
const LOG_INTERVAL_MS = 10_000;

/** The part of the node-redis client and cluster interfaces that connecting needs. */
interface Connectable {
  connect(): Promise<unknown>;
  close(): Promise<unknown>;
  destroy(): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
}

/**
 * Connects, detects whether this is a cluster, and refuses a server that is too old or evicts keys. After a later
 * outage the connection comes back by itself; until then calls fail at once. A host that stops answering is noticed
 * within 5 seconds.
 *
 * @param redisUrl `redis://` or `rediss://` (TLS); for a cluster any node, or several separated by commas;
 *   `redis+sentinel://host1,host2,host3/name` for a server that sentinels watch
 * @param startLimitMs how long to wait for a server that is still starting
 * @throws Error with one line for the operator, never with the password
 */
export async function connectRedis(redisUrl: string, log: Log, startLimitMs = START_LIMIT_MS): Promise<Redis> {
  const sentinels = sentinelsOf(redisUrl);
  if (sentinels !== undefined) return connectSentinels(sentinels, log, startLimitMs);
  const urls = redisUrl.split(",").map((url) => assertUrl(url.trim()));
  const { client, url } = await firstReachable(urls, log, startLimitMs);

  try {
    const facts = await serverFacts(client);
    if (!isCluster(facts)) {
      if (urls.length > 1)
        throw new Error(`REDIS_URL names several servers, but ${url.host} is not part of a cluster.`);
      assertFit(facts, url.host, log);
      const endWatch = watch(() => [client], log);
      const hear = replacingReplica(client, log);
      return { commands: client, isCluster: false, hear, close: closing(client, endWatch) };
    }
  } catch (error) {
    client.destroy();
    throw error;
  }

  client.destroy();
  return connectCluster(urls, url, log, startLimitMs);
}

async function firstReachable(urls: readonly URL[], log: Log, startLimitMs: number) {
  const causes: string[] = [];
  for (const url of urls) {
    const client = createClient({ url: url.href, ...behaviour });
    try {
      await open(client, log, startLimitMs);
      return { client, url };
    } catch (error) {
      causes.push(`${url.host}: ${messageOf(error)}`);
    }
  }
  throw new Error(`Redis cannot be reached (${causes.join("; ")}). Start it, or correct REDIS_URL.`);
}

async function connectSentinels(sentinels: Sentinels, log: Log, limitMs: number): Promise<Redis> {
  const { name, nodes } = sentinels;
  const hosts = nodes.map(({ host, port }) => `${host}:${port}`).join(", ");
  const client = await connectSentinel(sentinels, behaviour, { log, limitMs }).catch((error: unknown) => {
    throw new Error(`The Redis ${name} of the sentinels ${hosts} cannot be reached: ${messageOf(error)}.`);
  });
  try {
    assertFit(await serverFacts(client), name, log);
  } catch (error) {
    await client.destroy();
    throw error;
  }
  // The sentinels say which server takes changes, so an error of one says nothing new.
  return { commands: client, isCluster: false, hear: () => {}, close: () => closeGently(client) };
}

async function connectCluster(urls: readonly URL[], reachable: URL, log: Log, startLimitMs: number): Promise<Redis> {
  const cluster = createCluster({
    rootNodes: urls.map(({ href }) => ({ url: href })),
    defaults: nodeDefaults(reachable),
  });
  await open(cluster, log, startLimitMs).catch((error: unknown) => {
    throw new Error(`The Redis Cluster at ${reachable.host} cannot be reached: ${messageOf(error)}.`);
  });

  try {
    for (const node of cluster.masters) assertFit(await serverFacts(await cluster.nodeClient(node)), node.address, log);
  } catch (error) {
    cluster.destroy();
    throw error;
  }
  const endWatch = watch(() => cluster.masters.flatMap(({ client }) => client ?? []), log);
  // A node of a cluster that became a replica names the primary, and the client goes there.
  return { commands: cluster, isCluster: true, hear: () => {}, close: closing(cluster, endWatch) };
}

const closing = (connection: Connectable, endWatch: () => void) => () => {
  endWatch();
  return closeGently(connection);
};

/** The options of every connection. Nothing queues while Redis is unavailable: waiting requests would pile up. */
const behaviour = {
  disableOfflineQueue: true,
  socket: {
    connectTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    // The random part keeps the replicas of a service from reconnecting all at once.
    reconnectStrategy: (retries: number) =>
      Math.min(50 * 2 ** Math.min(retries, 10), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2),
  },
};

/** The client learns the nodes from the cluster, so the URL's credentials and TLS setting are given here again. */
function nodeDefaults({ protocol, username, password }: URL) {
  return {
    ...behaviour,
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
    socket: protocol === "rediss:" ? { ...behaviour.socket, tls: true as const } : behaviour.socket,
  };
}

/** Connects within the limit. Otherwise destroys the connection and throws the error of the last attempt. */
async function open(connection: Connectable, log: Log, limitMs: number): Promise<void> {
  let lastError: unknown = new Error(`no answer within ${limitMs} ms`);
  let loggedAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  connection.on("error", (error) => {
    lastError = error;
    if (!isOpen || performance.now() - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.error({ reason: messageOf(error) }, "Redis cannot be reached; requests that need it are refused until then");
  });

  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lastError), limitMs);
  });
  try {
    await Promise.race([connection.connect(), limit]);
    isOpen = true;
  } catch (error) {
    connection.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Lets running commands end, but does not wait for a server that is gone. */
async function closeGently(connection: Connectable): Promise<void> {
  const timer = setTimeout(() => connection.destroy(), 2000);
  await connection.close().catch(() => {}); // already closed, as intended
  clearTimeout(timer);
}

function assertUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === "redis:" || parsed?.protocol === "rediss:") return parsed;
  throw new Error(
    "REDIS_URL must be redis://host:port or rediss://host:port, several of a cluster separated by commas, or " +
      "redis+sentinel://host:port,host:port/name.",
  );
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
