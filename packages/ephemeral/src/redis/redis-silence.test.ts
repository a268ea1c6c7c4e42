/** Tests of calls to a Redis whose host falls silent: it sends no reset and no answer. */
import { setTimeout as pause } from "node:timers/promises";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { describe, expect, it, type TestContext } from "vitest";
import { openEphemeral } from "../open.ts";
import { redisInstalled, startRedis } from "../test-redis.ts";
import { singly } from "../test-steps.ts";
import { formCluster, silent } from "../test-stores.ts";
import { isStoreUnavailable } from "../unavailable.ts";

const issuer = "https://id.example";

async function openThroughProxy(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  settings: readonly string[][] = [],
) {
  const server = await startRedis(settings);
  onTestFinished(server.stop);
  const proxy = await openProxy(server.url);
  onTestFinished(proxy.close);
  if (settings.length > 0) await formCluster(server.url, new URL(proxy.through(server.url)).port);
  const { store } = await openEphemeral({ redisUrl: proxy.through(server.url), issuer, log: silent });
  onTestFinished(store.close);
  return { store: singly(store), proxy };
}

/** Makes ten calls a second. For each second: whether all calls that began in it were answered. */
async function answeredBySecond(
  seconds: number,
  call: () => Promise<unknown>,
  limitSeconds: number,
): Promise<boolean[]> {
  const bySecond: Promise<boolean>[][] = [];
  for (let second = 0; second < seconds; second++) {
    const calls: Promise<boolean>[] = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      calls.push(answered(call(), limitSeconds));
      await pause(100);
    }
    bySecond.push(calls);
  }
  return Promise.all(bySecond.map(async (calls) => (await Promise.all(calls)).every((one) => one)));
}

async function answered(call: Promise<unknown>, limitSeconds: number): Promise<boolean> {
  const began = performance.now();
  const outcome = await call.then(() => true, isUnavailable);
  expect((performance.now() - began) / 1000).toBeLessThan(limitSeconds);
  return outcome;
}

function isUnavailable(err: unknown): false {
  if (!isStoreUnavailable(err)) throw err;
  return false;
}

const silences = (proxy: TestProxy, how: "silence" | "swallow") => proxy[how]();

// These run side by side, each with a server of its own, because they wait for the limits of production.
describe.skipIf(!redisInstalled)(
  "dos-41: a Redis whose host falls silent",
  { concurrent: true, timeout: 40_000 },
  () => {
    it.for([
      ["one server", []],
      ["a cluster", [["cluster-enabled", "yes"]]],
    ] satisfies [string, string[][]][])(
      "answers again within ten seconds under load: %s",
      async ([, settings], context) => {
        const { store, proxy } = await openThroughProxy(context, settings);
        await store.put("parked:1", "one", 60);
        silences(proxy, "silence");
        const seconds = await answeredBySecond(11, () => store.get("parked:1"), 6);
        expect(seconds[0]).toBe(false);
        expect(seconds.slice(10)).toEqual([true]);
      },
    );

    it("answers again, although there was no call in between", async (context) => {
      const { store, proxy } = await openThroughProxy(context);
      silences(proxy, "silence");
      await pause(9500);
      expect(await answered(store.ping(), 1)).toBe(true);
    });

    it("is unavailable in bounded time while new connections are silent, and answers afterwards", async (context) => {
      const { store, proxy } = await openThroughProxy(context);
      silences(proxy, "swallow");
      expect(await answeredBySecond(8, () => store.ping(), 6)).not.toContain(true);
      proxy.mend();
      expect((await answeredBySecond(11, () => store.ping(), 6)).slice(10)).toEqual([true]);
    });
  },
);
