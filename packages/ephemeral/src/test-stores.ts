/** Every store that the contract suites run on, each new and empty. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase } from "@countersign/dev/test-database";
import pg from "pg";
import { rateLimiterOn } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import { memoryStore } from "./memory.ts";
import { type Ephemeral, openEphemeral } from "./open.ts";
import { redisInstalled, startRedis } from "./test-redis.ts";

export const silent: Log = { info() {}, warn() {}, error() {} };

export interface StoreUnderTest extends Ephemeral {
  /** Lets time pass: in real time, unless the store's clock can be moved. */
  pass(seconds: number): Promise<void>;
  /** Loses everything, as a crash would. */
  empty(): Promise<void>;
  dispose(): Promise<void>;
}

export interface Kind {
  readonly name: string;
  readonly available: boolean;
  open(): Promise<StoreUnderTest>;
}

export const kinds: readonly Kind[] = [
  { name: "memory", available: true, open: openMemory },
  { name: "Redis", available: redisInstalled, open: () => openRedis() },
  { name: "a Redis Cluster", available: redisInstalled, open: () => openRedis([["cluster-enabled", "yes"]]) },
  { name: "PostgreSQL", available: true, open: openPostgres },
];

async function openMemory(): Promise<StoreUnderTest> {
  let now = Date.now();
  let store = memoryStore(() => new Date(now));
  const current: Ephemeral["store"] = new Proxy(store, { get: (_, name) => Reflect.get(store, name) });
  return {
    store: current,
    rateLimiter: rateLimiterOn(current),
    async pass(seconds) {
      now += seconds * 1000;
    },
    async empty() {
      store = memoryStore(() => new Date(now));
    },
    dispose: () => store.close(),
  };
}

async function openRedis(settings: readonly string[][] = []): Promise<StoreUnderTest> {
  const server = await startRedis(settings);
  const { createClient } = await import("@redis/client");
  const admin = await createClient({ url: server.url }).connect();
  if (settings.length > 0) await formCluster(server.url);
  const opened = await openEphemeral({ redisUrl: server.url, issuer: `https://${randomUUID()}.example`, log: silent });
  return {
    ...opened,
    pass: (seconds) => pause(seconds * 1000),
    empty: async () => void (await admin.flushAll()),
    async dispose() {
      await opened.store.close();
      admin.destroy();
      await server.stop();
    },
  };
}

/**
 * Turns a server into a cluster of one node, which checks slots and hash tags like a larger one.
 *
 * @param port the port that it tells clients to connect to; by default its own
 */
export async function formCluster(url: string, port?: string): Promise<void> {
  const { createClient } = await import("@redis/client");
  const admin = await createClient({ url }).connect();
  try {
    if (port !== undefined) await admin.sendCommand(["CONFIG", "SET", "cluster-announce-port", port]);
    await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
    for (let attempt = 0; attempt < 100; attempt++) {
      if (String(await admin.sendCommand(["CLUSTER", "INFO"])).includes("cluster_state:ok")) return;
      await pause(50);
    }
    throw new Error("the cluster did not form");
  } finally {
    admin.destroy();
  }
}

async function openPostgres(): Promise<StoreUnderTest> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 10 });
  const opened = await openEphemeral({ pool, issuer: `https://${randomUUID()}.example`, log: silent });
  return {
    ...opened,
    pass: (seconds) => pause(seconds * 1000),
    empty: async () => void (await pool.query("TRUNCATE ephemeral_entry, ephemeral_member, rate_limit")),
    async dispose() {
      await opened.store.close();
      await pool.end();
      await database.drop();
    },
  };
}
