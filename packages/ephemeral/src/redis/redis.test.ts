import { afterEach, describe, expect, it, vi } from "vitest";
import type { Log } from "../log.ts";
import { openEphemeral } from "../open.ts";
import { redisInstalled, startRedis, type TestRedis } from "../test-redis.ts";
import { singly } from "../test-steps.ts";
import { silent } from "../test-stores.ts";
import { isStoreUnavailable } from "../unavailable.ts";
import { connectRedis } from "./redis-connection.ts";
import { assertFit, isCluster, serverFacts } from "./redis-fitness.ts";

const issuer = "https://id.example";
const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(...args: Parameters<typeof startRedis>): Promise<TestRedis> {
  const server = await startRedis(...args);
  cleanUp.push(server.stop);
  return server;
}

async function open(redisUrl: string, log: Log = silent) {
  const opened = await openEphemeral({ redisUrl, issuer, log });
  cleanUp.push(opened.store.close);
  return { ...opened, store: singly(opened.store) };
}

const outcome = (call: Promise<unknown>) => call.then(() => "answered", isStoreUnavailable);

describe.skipIf(!redisInstalled)("a Redis that evicts keys", () => {
  it.each(["allkeys-lru", "volatile-ttl"])("is refused at start: maxmemory-policy %s", async (policy) => {
    const server = await start([["maxmemory-policy", policy]]);
    await expect(open(server.url)).rejects.toThrow(
      `Redis at 127.0.0.1:${server.port} has maxmemory-policy ${policy} and may forget single-use marks`,
    );
  });

  it("is refused also as a node of a cluster", async () => {
    const server = await start([
      ["cluster-enabled", "yes"],
      ["maxmemory-policy", "allkeys-lru"],
    ]);
    const { createClient } = await import("@redis/client");
    const admin = await createClient({ url: server.url }).connect();
    await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
    await vi.waitFor(
      async () => expect(String(await admin.sendCommand(["CLUSTER", "INFO"]))).toContain("state:ok"),
      5000,
    );
    admin.destroy();
    await expect(open(server.url)).rejects.toThrow("maxmemory-policy allkeys-lru");
  });

  it("is accepted with a warning if it does not report the setting", async () => {
    const server = await start([["user", "app", "on", ">pw", "~*", "&*", "+@all", "-info", "-config"]]);
    const warn = vi.fn();
    const { store } = await open(`redis://app:pw@127.0.0.1:${server.port}`, { ...silent, warn });
    expect(await store.remember("jti:1", 60)).toBeInstanceOf(Date);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { address: `127.0.0.1:${server.port}` },
      expect.stringContaining("noeviction"),
    );
  });
});

describe("what a server reports about itself", () => {
  const facts = (lines: Record<string, string>) =>
    new Map(Object.entries({ maxmemory_policy: "noeviction", ...lines }));

  it.each(["6.0.16", "5.0.0", "6.1.9"])("is refused for version %s, which lacks GETDEL", (version) => {
    expect(() => assertFit(facts({ redis_version: version }), "r:6379", silent)).toThrow(
      `Redis at r:6379 is ${version}`,
    );
  });

  it.each(["6.2.0", "7.2.4", "8.10.1", "10.0.0"])("is accepted for version %s", (version) => {
    expect(() => assertFit(facts({ redis_version: version }), "r:6379", silent)).not.toThrow();
  });

  it("is read from INFO", async () => {
    const info = async () => "# Server\r\nredis_version:7.0.15\r\ncluster_enabled:1\r\n";
    const read = await serverFacts({ info });
    expect([read.get("redis_version"), isCluster(read)]).toEqual(["7.0.15", true]);
  });

  it("may be nothing, but an error of the server is an error", async () => {
    const refuse = (message: string) => serverFacts({ info: () => Promise.reject(new Error(message)) });
    expect((await refuse("NOPERM this user has no permissions")).size).toBe(0);
    expect((await refuse("ERR unknown command 'INFO'")).size).toBe(0);
    await expect(refuse("Socket closed unexpectedly")).rejects.toThrow("Socket closed");
  });
});

describe.skipIf(!redisInstalled)("a Redis that is unavailable", () => {
  it("is reported as unavailable, not as empty, and works again without a restart", async () => {
    const server = await start();
    const error = vi.fn();
    const { store, rateLimiter } = await open(server.url, { ...silent, error });
    const limit = rateLimiter({ name: "outage", points: 5, durationSeconds: 30 });
    const before = await store.remember("jti:1", 60);

    await server.stop();
    expect(await outcome(store.get("parked:1"))).toBe(true);
    expect(await outcome(store.take("parked:1"))).toBe(true);
    expect(await outcome(store.remember("jti:1", 60))).toBe(true);
    expect(await outcome(store.collect("cap:1", "a", { limit: 1, ttlSeconds: 60 }))).toBe(true);
    expect(await outcome(store.ping())).toBe(true);
    expect(await outcome(limit.consume("k"))).toBe(true);
    expect(await outcome(limit.refund("k"))).toBe(true);
    await expect.poll(() => error.mock.calls.length).toBe(1);

    await start([], server.port);
    await vi.waitFor(() => store.ping(), { timeout: 8000, interval: 100 });
    const after = await store.remember("jti:1", 60);
    expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN);
    expect(await limit.consume("k")).toMatchObject({ allowed: true });
  }, 60_000);

  it("is reported as unavailable when it hangs, and late answers reach no other caller", async () => {
    const server = await start();
    const { store } = await open(server.url);
    await store.put("parked:1", "one", 60);
    await store.put("parked:2", "two", 60);

    server.freeze();
    const began = performance.now();
    expect(await outcome(store.get("parked:1"))).toBe(true);
    expect(performance.now() - began).toBeLessThan(9000);
    server.thaw();
    // Its connection is being replaced, or was just replaced.
    await vi.waitFor(async () => expect(await store.get("parked:2")).toBe("two"), { timeout: 8000, interval: 100 });
  }, 60_000);

  it("gives one clear line at start, without the password", async () => {
    const attempt = connectRedis("redis://:hunter2@127.0.0.1:1", silent, 300);
    await expect(attempt).rejects.toThrow(
      /^Redis cannot be reached \(127\.0\.0\.1:1: .*ECONNREFUSED.*\)\. Start it, or correct REDIS_URL\.$/,
    );
    await expect(attempt).rejects.not.toThrow("hunter2");
  });

  it("gives one clear line at start when the password is wrong", async () => {
    const server = await start([["requirepass", "right"]]);
    const attempt = connectRedis(`redis://:hunter2@127.0.0.1:${server.port}`, silent, 300);
    await expect(attempt).rejects.toThrow(/WRONGPASS/);
    await expect(attempt).rejects.not.toThrow("hunter2");
  });
});

describe("REDIS_URL", () => {
  it.each(["localhost:6379", "http://localhost", "redis://a,nonsense", ""])(
    "must be redis:// or rediss://, not '%s'",
    async (url) => {
      await expect(open(url)).rejects.toThrow("REDIS_URL must be redis://host:port");
    },
  );

  it.skipIf(!redisInstalled)("may name several nodes only for a cluster", async () => {
    const server = await start();
    await expect(open(`${server.url},${server.url}`)).rejects.toThrow("is not part of a cluster");
  });
});

describe.skipIf(!redisInstalled)("the content of Redis", () => {
  it("shows no key, expires in time, and is separate for each issuer", async () => {
    const server = await start();
    const { store, rateLimiter } = await open(server.url);
    const other = await openEphemeral({ redisUrl: server.url, issuer: "https://other.example", log: silent });
    cleanUp.push(other.store.close);
    await store.put("parked:a-secret", "value", 60);
    await store.collect("browser:a-secret", "member", { limit: 3, ttlSeconds: 60 });
    await rateLimiter({ name: "sign-in", points: 1, durationSeconds: 60 }).consume("alice@example.org");

    const { createClient } = await import("@redis/client");
    const admin = await createClient({ url: server.url }).connect();
    // The markers of both issuers' parts stay: see `birth`.
    const keys = (await admin.keys("*")).filter((key) => !key.endsWith(":birth"));
    const lifetimes = await Promise.all(keys.map((key) => admin.ttl(key)));
    admin.destroy();

    expect(keys).toHaveLength(3);
    expect(keys.join()).not.toMatch(/secret|alice/);
    for (const seconds of lifetimes) expect(seconds).toBeGreaterThan(0);
    expect(await other.store.get("parked:a-secret")).toBeUndefined();
  });
});
