/** Tests of connections to a host that falls silent: it sends no reset and no answer. */
import { setTimeout as pause } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy } from "@countersign/dev/test-proxy";
import { afterAll, beforeAll, describe, it, type TestContext } from "vitest";
import { openDatabase } from "../index.ts";
import { pipelined, timed } from "../testing/calls.ts";
import { openUserinfoDatabase } from "../userinfo.ts";

const MOST = 4;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** The outcomes of calls that began within these seconds, one every quarter of a second. */
async function outcomesWithin(seconds: number, call: () => Promise<unknown>) {
  const calls: ReturnType<typeof timed>[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    calls.push(timed(call()));
    await pause(250);
  }
  return Promise.all(calls);
}

// These run side by side, each with its own proxy, because they wait for the limits of production.
describe.concurrent("dos-41: a silent host is noticed within ten seconds", { timeout: 40_000 }, () => {
  /** A database whose connections are all open, and the proxy in front of it. */
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

  it("the pool and the shared connections answer again, including callers that waited on old connections", async ({
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

  it("one unanswered statement is enough to replace the connections of both", async ({ expect, onTestFinished }) => {
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

  it("if new connections are silent as well, calls fail in bounded time, and succeed when the host is back", async ({
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

  it("the resource server's connections also answer again", async ({ expect, onTestFinished }) => {
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
