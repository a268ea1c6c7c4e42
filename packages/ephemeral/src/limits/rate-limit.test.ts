import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryStore } from "../memory.ts";
import { kinds, type StoreUnderTest } from "../test-stores.ts";
import type { RateLimit } from "./rate-limit.ts";
import { consumeInSteps, rateLimiterOn, refundAll } from "./rate-limiter.ts";

const allowed = { allowed: true, retryAfterSeconds: 0, isFirstRefusal: false };

describe.each(kinds)("rate limits, on $name", ({ available, open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    if (available) under = await open();
  });
  afterAll(async () => under?.dispose());
  const test = it.skipIf(!available);

  test("allow as many points as the limit has, then refuse until the window ends", async () => {
    const limit = under.rateLimiter({ name: "basic", points: 2, durationSeconds: 30 });
    expect(await limit.consume("k")).toEqual(allowed);
    expect(await limit.consume("k")).toEqual(allowed);
    const refused = await limit.consume("k");
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(29);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(30);
  });

  test("count each key and each limit on its own", async () => {
    const one = under.rateLimiter({ name: "one", points: 1, durationSeconds: 30 });
    const two = under.rateLimiter({ name: "two", points: 1, durationSeconds: 30 });
    expect(await one.consume("a")).toEqual(allowed);
    expect(await one.consume("b")).toEqual(allowed);
    expect(await two.consume("a")).toEqual(allowed);
    expect(await one.consume("a")).toMatchObject({ allowed: false });
  });

  test("distinguish the first refusal of a window from later ones", async () => {
    const limit = under.rateLimiter({ name: "first", points: 2, durationSeconds: 30 });
    const told: boolean[] = [];
    for (let count = 0; count < 5; count += 1) told.push((await limit.consume("k")).isFirstRefusal);
    expect(told).toEqual([false, false, true, false, false]);
  });

  test("are shared by all callers with the same name", async () => {
    const settings = { name: "shared", points: 1, durationSeconds: 30 };
    expect(await under.rateLimiter(settings).consume("k")).toEqual(allowed);
    expect(await under.rateLimiter(settings).consume("k")).toMatchObject({ allowed: false });
  });

  test("allow no more than the limit under concurrency", async () => {
    const limit = under.rateLimiter({ name: "race", points: 20, durationSeconds: 30 });
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => limit.consume("k")));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(20);
  });

  test("start again when the window ends, which refused attempts do not postpone", async () => {
    const limit = under.rateLimiter({ name: "window", points: 1, durationSeconds: 1 });
    await limit.consume("k");
    expect(await limit.consume("k")).toEqual({ allowed: false, retryAfterSeconds: 1, isFirstRefusal: true });
    await under.pass(1.1);
    expect(await limit.consume("k")).toEqual(allowed);
  });

  test("accept a penalty of several points", async () => {
    const limit = under.rateLimiter({ name: "penalty", points: 5, durationSeconds: 30 });
    expect(await limit.consume("k", 4)).toEqual(allowed);
    expect(await limit.consume("k", 2)).toMatchObject({ allowed: false });
  });

  test("return one point", async () => {
    const limit = under.rateLimiter({ name: "refund", points: 2, durationSeconds: 30 });
    await limit.consume("k", 2);
    await limit.refund("k");
    expect(await limit.consume("k")).toEqual(allowed);
    expect(await limit.consume("k")).toMatchObject({ allowed: false });
  });

  test("accept any key", async () => {
    const limit = under.rateLimiter({ name: "odd", points: 1, durationSeconds: 30 });
    const key = `\0'"${"x".repeat(1000)}é`;
    expect(await limit.consume(key)).toEqual(allowed);
    expect(await limit.consume(key)).toMatchObject({ allowed: false });
  });
});

describe.each(kinds)("one attempt against several limits, on $name", ({ available, open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    if (available) under = await open();
  });
  afterAll(async () => under?.dispose());
  const test = it.skipIf(!available);

  const limitOf = (name: string, points: number) => ({ name, points, durationSeconds: 30 });
  const counted = (limit: RateLimit, key: string) => under.rateLimiter(limit).consume(key);

  test("is allowed while all of them allow it, and each counts it", async () => {
    const [own, shared] = [limitOf("all-own", 2), limitOf("all-shared", 2)];
    const steps = [[{ limit: own, key: "a" }], [{ limit: shared, key: "b" }]];
    expect(await consumeInSteps(under.store, steps)).toEqual(allowed);
    expect([await counted(own, "a"), await counted(shared, "b")]).toEqual([allowed, allowed]);
    expect([await counted(own, "a"), await counted(shared, "b")]).toMatchObject([
      { allowed: false, isFirstRefusal: true },
      { allowed: false, isFirstRefusal: true },
    ]);
  });

  test("is refused by the first limit that refuses. That step is counted, and later steps are not", async () => {
    const [one, beside, later] = [limitOf("step-one", 1), limitOf("step-beside", 2), limitOf("step-later", 1)];
    const steps = [
      [
        { limit: one, key: "k" },
        { limit: beside, key: "k" },
      ],
      [{ limit: later, key: "k" }],
    ];
    await counted(one, "k");
    expect(await consumeInSteps(under.store, steps)).toMatchObject({ allowed: false, isFirstRefusal: true });
    expect(await consumeInSteps(under.store, steps)).toMatchObject({ allowed: false, isFirstRefusal: false });
    expect(await counted(beside, "k")).toMatchObject({ allowed: false });
    expect(await counted(later, "k")).toEqual(allowed);
  });

  test("lets no more through than the strictest limit under concurrency, and returns all points", async () => {
    const counts = [
      { limit: limitOf("race-wide", 50), key: "k" },
      { limit: limitOf("race-tight", 20), key: "k" },
    ];
    const attempt = () => consumeInSteps(under.store, [counts]);
    const verdicts = await Promise.all(Array.from({ length: 50 }, attempt));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(20);
    await Promise.all(Array.from({ length: 50 }, () => refundAll(under.store, counts)));
    expect((await Promise.all(Array.from({ length: 20 }, attempt))).every((verdict) => verdict.allowed)).toBe(true);
    expect(await attempt()).toMatchObject({ allowed: false });
  });

  test("returns no point that was not counted", async () => {
    const limit = limitOf("credit", 1);
    await refundAll(under.store, [{ limit, key: "k" }]);
    await counted(limit, "k");
    for (let n = 0; n < 3; n++) await refundAll(under.store, [{ limit, key: "k" }]);
    expect(await counted(limit, "k")).toEqual(allowed);
    expect(await counted(limit, "k")).toMatchObject({ allowed: false });
  });
});

describe("an invalid limit", () => {
  const good = { name: "good", points: 1, durationSeconds: 1 };
  it.each([
    ["no points", { points: 0 }],
    ["half a point", { points: 1.5 }],
    ["a window of zero seconds", { durationSeconds: 0 }],
    ["half a second", { durationSeconds: 0.5 }],
    ["a name that would reveal what it limits", { name: "Alice@example" }],
  ])("is refused at once: %s", (_, change) => {
    expect(() => rateLimiterOn(memoryStore())({ ...good, ...change })).toThrow(RangeError);
  });
});
