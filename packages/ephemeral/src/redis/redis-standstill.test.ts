/** A Redis that stands still for longer than a caller waits, and then goes on with what it was sent. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ephemeral, openEphemeral } from "../open.ts";
import { redisInstalled, startRedis, type TestRedis } from "../test-redis.ts";
import { silent } from "../test-stores.ts";
import { isStoreUnavailable } from "../unavailable.ts";

describe.skipIf(!redisInstalled)("O1: a call that was given up changes nothing afterwards", () => {
  let redis: TestRedis;
  let opened: Ephemeral;
  beforeAll(async () => {
    redis = await startRedis();
    opened = await openEphemeral({ redisUrl: redis.url, issuer: "https://id.example", log: silent });
  });
  afterAll(async () => {
    await opened?.store.close();
    await redis?.stop();
  });

  it("what could be taken once is there, and what could be used once is unused", { timeout: 60_000 }, async () => {
    const { store } = opened;
    await store.apply([{ do: "put", key: "pushed:1", value: "request", ttlSeconds: 600 }]);
    redis.freeze();
    const calls = await Promise.allSettled([
      store.apply([{ do: "take", key: "pushed:1" }]),
      store.remember("jti:1", 600),
      store.apply([{ do: "put", key: "pushed:2", value: "request", ttlSeconds: 600 }]),
    ]);
    for (const call of calls) expect("reason" in call && isStoreUnavailable(call.reason)).toBe(true);
    await pause(1000);
    redis.thaw();

    await expect.poll(() => store.get("pushed:1").catch(() => "not yet"), { timeout: 20_000 }).toBe("request");
    expect(await store.get("pushed:2")).toBeUndefined();
    expect(await store.remember("jti:1", 600)).toBeInstanceOf(Date);
    expect(await store.apply([{ do: "take", key: "pushed:1" }])).toMatchObject({ done: true, taken: "request" });
  });
});
