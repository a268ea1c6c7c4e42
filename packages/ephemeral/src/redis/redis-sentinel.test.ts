/** Three sentinels, a primary and a replica: who takes over is found, also when the old primary comes back. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@countersign/dev/free-port";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEphemeral } from "../open.ts";
import { redisInstalled, redisProgram, startRedis, type TestRedis } from "../test-redis.ts";
import { singly } from "../test-steps.ts";
import { silent } from "../test-stores.ts";
import { sentinelsOf } from "./redis-sentinel.ts";

const issuer = "https://id.example";
const DOWN_AFTER_MS = 1000;

describe("the URL of sentinels", () => {
  it.each([
    ["redis+sentinel://h1,h2:7,[::1]:8/main", { name: "main", tls: false, username: undefined, password: undefined }],
    ["rediss+sentinel://app:p%40w@h1,h2:7,[::1]:8/main", { name: "main", tls: true, username: "app", password: "p@w" }],
    ["redis+sentinel://:pw@h1,h2:7,[::1]:8/main", { name: "main", tls: false, username: undefined, password: "pw" }],
  ])("%s", (url, expected) => {
    const nodes = [
      { host: "h1", port: 26_379 },
      { host: "h2", port: 7 },
      { host: "::1", port: 8 },
    ];
    expect(sentinelsOf(url)).toEqual({ ...expected, nodes });
  });

  it.each(["redis://h1:1", "redis+sentinel://h1", "redis+sentinel://h1/"])("is not %s", (url) => {
    expect(sentinelsOf(url)).toBeUndefined();
  });
});

async function startSentinel(dir: string, primary: TestRedis): Promise<{ port: number; process: ChildProcess }> {
  const port = await freePort();
  const file = join(dir, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${dir}`,
    `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
    `sentinel down-after-milliseconds main ${DOWN_AFTER_MS}`,
    "sentinel failover-timeout main 3000",
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return { port, process: spawn(redisProgram ?? "redis-server", [file, "--sentinel"], { stdio: "ignore" }) };
}

describe.skipIf(!redisInstalled)("O5: redis+sentinel://", { timeout: 90_000 }, () => {
  let dir: string;
  let [primary, replica]: TestRedis[] = [];
  const sentinels: { port: number; process: ChildProcess }[] = [];
  let store: ReturnType<typeof singly>;
  let close = async () => {};

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "countersign-sentinel-"));
    primary = await startRedis();
    replica = await startRedis([["replicaof", "127.0.0.1", String(primary.port)]]);
    for (let n = 0; n < 3; n++) sentinels.push(await startSentinel(dir, primary));
    await vi.waitFor(
      async () => expect(await told(sentinels[0]?.port ?? 0)).toEqual({ replicas: 1, others: 2 }),
      30_000,
    );

    const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const opened = await openEphemeral({ redisUrl: `redis+sentinel://${hosts}/main`, issuer, log: silent });
    store = singly(opened.store);
    close = opened.store.close;
  }, 90_000);

  afterAll(async () => {
    await close();
    for (const { process } of sentinels) {
      const ended = once(process, "exit");
      process.kill("SIGKILL");
      await ended;
    }
    await Promise.all([primary?.stop(), replica?.stop()]);
    await rm(dir, { recursive: true, force: true });
  });

  const put = (key: string) => store.put(key, "1", 60).then(() => "done", String);

  it("stores on the primary, and many calls share the connection", async () => {
    expect(await Promise.all(Array.from({ length: 50 }, (_, n) => put(`a${n}`)))).toEqual(Array(50).fill("done"));
    expect(await store.get("a7")).toBe("1");
    expect(await countOf(primary)).toBeGreaterThan(0);
  });

  it("a killed primary is followed by its replica, and calls work four seconds after it counts as down", async () => {
    await primary?.stop();
    const began = performance.now();
    expect(await put("b")).toMatch(/StoreUnavailable|cannot be reached/);
    await expect.poll(() => put("c"), { timeout: 30_000, interval: 100 }).toBe("done");
    expect(performance.now() - began).toBeLessThan(DOWN_AFTER_MS + 4000 + 5 * (await slowness()));
    expect(await store.get("c")).toBe("1");
  });

  it("the old primary comes back, calls itself one, and gets nothing", async () => {
    primary = await startRedis([], primary?.port);
    const outcomes = new Set<string>();
    for (let n = 0; n < 60; n++) {
      outcomes.add(await put(`d${n}`));
      await pause(100);
    }
    expect([...outcomes]).toEqual(["done"]);
    expect(await store.get("d0")).toBe("1");
    expect(await countOf(replica)).toBeGreaterThanOrEqual(61);
  });
});

/** What a sentinel knows of its primary. */
async function told(port: number): Promise<{ replicas: number; others: number }> {
  const reply = await asked(port, ["SENTINEL", "MASTER", "main"]).catch(() => []);
  const [names, values] = [0, 1].map((from) => (reply as string[]).filter((_, n) => n % 2 === from));
  const of = (name: string) => Number(values?.[names?.indexOf(name) ?? -1] ?? -1);
  return { replicas: of("num-slaves"), others: of("num-other-sentinels") };
}

const countOf = async (server: TestRedis | undefined) => Number(await asked(server?.port ?? 0, ["DBSIZE"]));

async function asked(port: number, command: string[]): Promise<unknown> {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 2, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}

/** How long this machine takes to begin what is due now, in milliseconds: the worst of some tries. */
async function slowness(): Promise<number> {
  let worst = 0;
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    await pause(10);
    worst = Math.max(worst, performance.now() - began - 10);
  }
  return worst;
}
