/** What becomes of connections to a host that falls silent: no reset, no answer. */
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy } from "@countersign/dev/test-proxy";
import { afterAll, beforeAll, describe, it, type TestContext } from "vitest";
import { openDatabase } from "./index.ts";
import { pipelined, timed } from "./testing/calls.ts";
import { openUserinfoDatabase } from "./userinfo.ts";

const MOST = 4;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The outcomes of calls, one every quarter of a second, that began within these seconds. */
async function outcomesWithin(seconds: number, call: () => Promise<unknown>) {
  const calls: ReturnType<typeof timed>[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    calls.push(timed(call()));
    await pause(250);
  }
  return Promise.all(calls);
}

// Side by side, each on a way of its own: they wait for the limits of production.
describe.concurrent("dos-41: a host that falls silent is noticed within ten seconds", { timeout: 40_000 }, () => {
  /** A database whose connections are all open, and the way to it. */
  async function warm(onTestFinished: TestContext["onTestFinished"]) {
    const way = await openProxy(test.connectionString);
    const warmed = openDatabase({ connectionString: way.through(test.connectionString), max: MOST });
    onTestFinished(async () => {
      way.mend();
      await warmed.close();
      await way.close();
    });
    const all = () =>
      Array.from({ length: MOST * 3 }, () => [warmed.pool.query("SELECT 1"), pipelined(warmed.pipelined)]);
    await Promise.all(all().flat());
    return { database: warmed, proxy: way };
  }

  it("the pool and the shared connections answer again, whoever waited on the old ones", async ({
    expect,
    onTestFinished,
  }) => {
    const { database, proxy } = await warm(onTestFinished);
    proxy.silence();
    const [pooled, shared] = await Promise.all([
      outcomesWithin(12, () => database.pool.query("SELECT 1")),
      outcomesWithin(12, () => pipelined(database.pipelined)),
    ]);
    for (const calls of [pooled, shared]) {
      for (const { seconds } of calls) expect(seconds).toBeLessThan(10);
      expect(calls.slice(-8).map(({ outcome }) => outcome)).toEqual(Array(8).fill("answered"));
    }
  });

  it("one statement that is not answered is enough to replace the connections of both", async ({
    expect,
    onTestFinished,
  }) => {
    const { database, proxy } = await warm(onTestFinished);
    proxy.silence();
    expect(await timed(database.pool.query("SELECT 1"))).toMatchObject({ outcome: "Query read timeout" });
    const after = [
      database.pool.query("SELECT 1"),
      pipelined(database.pipelined),
      database.pool.query("SELECT 1"),
      pipelined(database.pipelined),
    ];
    for (const { outcome, seconds } of await Promise.all(after.map(timed))) {
      expect([outcome, seconds < 2]).toEqual(["answered", true]);
    }
  });

  it("a host that swallows new connections, too, fails in bounded time, and answers when it is back", async ({
    expect,
    onTestFinished,
  }) => {
    const { database, proxy } = await warm(onTestFinished);
    proxy.swallow();
    const meanwhile = [database.pool.query("SELECT 1"), pipelined(database.pipelined)].map(timed);
    for (const { outcome, seconds } of await Promise.all(meanwhile)) {
      expect([outcome === "answered", seconds < 10]).toEqual([false, true]);
    }
    const connecting = [database.pool.query("SELECT 1"), pipelined(database.pipelined)].map(timed);
    for (const { outcome, seconds } of await Promise.all(connecting)) {
      expect([outcome === "answered", seconds < 10]).toEqual([false, true]);
    }

    proxy.mend();
    const [pooled, shared] = await Promise.all([
      outcomesWithin(1, () => database.pool.query("SELECT 1")),
      outcomesWithin(1, () => pipelined(database.pipelined)),
    ]);
    expect([pooled.at(-1)?.outcome, shared.at(-1)?.outcome]).toEqual(["answered", "answered"]);
  });

  it("the resource server's connections answer again, too", async ({ expect, onTestFinished }) => {
    const { proxy } = await warm(onTestFinished);
    const userinfo = openUserinfoDatabase(proxy.through(test.connectionString), { max: MOST });
    onTestFinished(userinfo.close);
    await Promise.all(Array.from({ length: MOST * 3 }, () => pipelined(userinfo)));
    proxy.silence();
    const calls = await outcomesWithin(12, () => pipelined(userinfo));
    for (const { seconds } of calls) expect(seconds).toBeLessThan(10);
    expect(calls.slice(-8).map(({ outcome }) => outcome)).toEqual(Array(8).fill("answered"));
  });
});
