/** Tests of a primary that became a replica, behind an address that leads to the new primary from now on. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@redis/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { openEphemeral } from "../open.ts";
import { redisInstalled, startRedis, type TestRedis } from "../test-redis.ts";
import { singly } from "../test-steps.ts";
import { silent } from "../test-stores.ts";
import { isStoreUnavailable } from "../unavailable.ts";

const issuer = "https://id.example";

async function started(): Promise<TestRedis> {
  const server = await startRedis();
  onTestFinished(server.stop);
  return server;
}

/** An address that leads new connections to a server, and keeps those that it has, as a balancer does. */
async function address(first: TestRedis) {
  let { port: leadsTo } = first;
  const proxy = createServer((socket) => {
    const server = connect(leadsTo, "127.0.0.1");
    socket.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => socket.destroy()).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    leadTo: ({ port }: TestRedis) => {
      leadsTo = port;
    },
  };
}

async function replicate(replica: TestRedis, primary: TestRedis): Promise<void> {
  const client = await createClient({ url: replica.url }).connect();
  await client.sendCommand(["REPLICAOF", "127.0.0.1", String(primary.port)]);
  client.destroy();
}

describe.skipIf(!redisInstalled)("O5: a primary becomes a replica and keeps its connections", () => {
  it("a change is refused as an outage, and works within two seconds by another connection", async () => {
    const [old, next] = [await started(), await started()];
    const place = await address(old);
    const { store } = await openEphemeral({ redisUrl: place.url, issuer, log: silent });
    onTestFinished(store.close);
    const singles = singly(store);
    await singles.put("a", "1", 60);

    await replicate(old, next);
    place.leadTo(next);
    await expect(singles.put("b", "1", 60)).rejects.toSatisfy(isStoreUnavailable);
    const puts = () => singles.put("c", "1", 60).then(() => "done", String);
    await expect.poll(puts, { timeout: 2000 }).toBe("done");
    expect(await singles.get("c")).toBe("1");
  });

  it("while the address leads to the replica, one connection a second is tried", async () => {
    const [old, next] = [await started(), await started()];
    const place = await address(old);
    const warnings: string[] = [];
    const log = { ...silent, warn: (_: object, message: string) => void warnings.push(message) };
    const { store } = await openEphemeral({ redisUrl: place.url, issuer, log });
    onTestFinished(store.close);
    await replicate(old, next);
    const began = performance.now();
    while (performance.now() - began < 1500) {
      await singly(store)
        .put("b", "1", 60)
        .catch(() => {});
      await pause(20);
    }
    expect(warnings.filter((line) => line.includes("replica"))).toHaveLength(2);
  });
});
