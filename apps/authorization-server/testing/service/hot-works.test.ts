/**
 * What the hot works cost, by counts that are the same on a busy machine: statements, commands of Redis, bytes from the
 * stores, calls of functions. None grows by more than a tenth without a changed line in
 * testing/hot-works/figures.json. `UPDATE_HOT_WORKS=1 vitest run testing/service/hot-works.test.ts` writes that file.
 */
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addResourceServer } from "../../src/administration/resource-servers/resource-servers.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { type CountedServices, startCountedServices } from "../hot-works/counted-services.ts";
import { growth, type Known, readKnown, writeKnown } from "../hot-works/figures.ts";
import { leastOf, type Measured, measure } from "../hot-works/measure.ts";
import { REPORTS, WORKS } from "../hot-works/works.ts";
import { noon, openWorld, type World } from "../world.ts";

/** Two services with counted functions start on what may be a busy machine. */
const START_LIMIT_MS = 180_000;
const updates = process.env.UPDATE_HOT_WORKS === "1";

describe.skipIf(!redisInstalled)("a hot work costs no more than before", () => {
  let world: World;
  let redis: TestRedis;
  let services: CountedServices;
  const measured: Record<string, Measured> = {};
  beforeAll(async () => {
    world = await openWorld();
    await addResourceServer(world.database, REPORTS, byOperatorAt(noon));
    redis = await startRedis();
    services = await startCountedServices(world, redis.url);
  }, START_LIMIT_MS);
  afterAll(async () => {
    if (updates) writeKnown(measured);
    await services?.stop();
    await redis?.stop();
    await world?.close();
  });

  it.each(Object.entries(WORKS))("%s", async (name, work) => {
    let now = await measure(work, services, world);
    for (let again = 0; again < 2 && (updates || growth(name, readKnown(), now).length > 0); again++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      now = leastOf(now, await measure(work, services, world));
    }
    measured[name] = now;
    if (!updates) expect(growth(name, readKnown(), now).join("\n")).toBe("");
  });
});

describe("growth is noticed", () => {
  const measurement = (calls: number, statements = 1): Measured => ({
    figures: { statements, redisCommands: 0, bytes: 100, calls },
    callsOf: new Map([
      ["packages/rules/a.ts one", 10],
      ["packages/rules/b.ts two", calls - 10],
      ["statement session-find", statements],
    ]),
  });
  const known: Known = { flow: measurement(100) };

  it("a tenth and a few calls are not growth, and neither is less", () => {
    expect(growth("flow", known, measurement(110 + 8))).toEqual([]);
    expect(growth("flow", known, measurement(50))).toEqual([]);
  });

  it("more than a tenth is, and the functions that are called more often are named", () => {
    const found = growth("flow", known, measurement(119)).join("\n");
    expect(found).toContain("flow: calls grew from 100 to 119");
    expect(found).toContain("90 -> 109 of packages/rules/b.ts two");
    expect(found).not.toContain("a.ts one");
  });

  it("so is one statement more", () => {
    const found = growth("flow", known, measurement(100, 2)).join("\n");
    expect(found).toContain("1 -> 2 of statement session-find");
  });

  it("a work without figures fails, too", () => {
    expect(growth("other", known, measurement(100))).toEqual([expect.stringContaining("other has no figures yet")]);
  });
});
