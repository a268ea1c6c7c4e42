/** The time since which Redis has its data, across its restarts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openEphemeral } from "../open.ts";
import { redisInstalled, startRedis } from "../test-redis.ts";
import { silent } from "../test-stores.ts";

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function start(...args: Parameters<typeof startRedis>) {
  const server = await startRedis(...args);
  cleanUp.push(server.stop);
  return server;
}

async function open(redisUrl: string) {
  const opened = await openEphemeral({ redisUrl, issuer: "https://id.example", log: silent });
  cleanUp.push(opened.store.close);
  return opened;
}

describe.skipIf(!redisInstalled)("cauth-40: a Redis that restarted with older data", () => {
  it("reports a new birth: it forgot what was spent in between", async () => {
    const dir = await mkdtemp(join(tmpdir(), "countersign-redis-kept-"));
    cleanUp.push(() => rm(dir, { recursive: true, force: true }));
    const server = await start([["dir", dir]]);
    const { store } = await open(server.url);
    const before = await store.remember("jti:1", 0.001);
    await send(server.url, "SAVE");
    await pause(50);
    expect(await store.remember("jti:1", 60)).toEqual(before);

    await server.stop();
    const spentBy = Date.now();
    await start([["dir", dir]], server.port);
    await vi.waitFor(() => store.ping(), { timeout: 8000, interval: 100 });
    const after = await store.remember("jti:1", 0.001); // Redis has forgotten it.
    expect(before?.getTime()).toBeLessThan(spentBy);
    expect(after?.getTime()).toBeGreaterThanOrEqual(spentBy);
    await pause(50);
    expect(await store.remember("jti:1", 60)).toEqual(after);
  }, 60_000);

  it("reports one birth for all of its parts, which is that of the youngest", async () => {
    const server = await start();
    const { store } = await open(server.url);
    await send(server.url, "FLUSHALL");
    const first = await store.remember("jti:0", 60);
    const later = await Promise.all(Array.from({ length: 64 }, (_, n) => store.remember(`jti:${n + 1}`, 60)));
    expect(first).toBeInstanceOf(Date);
    for (const born of later) expect(born).toEqual(first);
  });

  it("has its data since the first call, if it does not report its run", async () => {
    const server = await start([["user", "app", "on", ">pw", "~*", "&*", "+@all", "-info", "-config"]]);
    const { store } = await open(`redis://app:pw@127.0.0.1:${server.port}`);
    const first = await store.remember("jti:1", 0.001);
    await pause(50);
    expect(await store.remember("jti:1", 60)).toEqual(first);
  });
});

async function send(url: string, command: string): Promise<void> {
  const { createClient } = await import("@redis/client");
  const admin = await createClient({ url }).connect();
  await admin.sendCommand([command]);
  admin.destroy();
}
