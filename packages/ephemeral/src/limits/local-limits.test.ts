import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { memoryStore } from "../memory.ts";
import { kinds, type StoreUnderTest } from "../test-stores.ts";
import { storeUnavailable } from "../unavailable.ts";
import { type FailureLimit, failureLimit, floodLimit } from "./local-limits.ts";
import { type RateLimiterFactory, rateLimiterOn } from "./rate-limiter.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A store that counts its calls, and fails while `away` is set. */
function watched(rateLimiter: RateLimiterFactory) {
  const seen = { asked: 0, away: false };
  const factory: RateLimiterFactory = (limit) => {
    const limiter = rateLimiter(limit);
    return {
      ...limiter,
      async consume(key, points) {
        seen.asked += 1;
        if (seen.away) throw storeUnavailable(new Error("connect ECONNREFUSED"));
        return limiter.consume(key, points);
      },
    };
  };
  return { seen, factory };
}

describe("a limit on failures", () => {
  const limit = { name: "failures", points: 3, durationSeconds: 60 };

  async function failTimes(limited: FailureLimit, times: number) {
    const waits: number[] = [];
    for (let i = 0; i < times; i++) waits.push(await limited.fail("k"));
    return waits;
  }

  it("calls the store only for failures, and blocks only the key, until its window ends", async () => {
    let at = 0;
    const { seen, factory } = watched(rateLimiterOn(memoryStore()));
    const limited = failureLimit(factory, limit, () => at);
    for (let i = 0; i < 1000; i++) expect(limited.waitSeconds("k")).toBe(0);
    expect(seen.asked).toBe(0);

    expect(await failTimes(limited, 4)).toEqual([0, 0, 0, 60]);
    expect([limited.waitSeconds("k"), limited.waitSeconds("other"), seen.asked]).toEqual([60, 0, 4]);
    at += 59_001;
    expect(limited.waitSeconds("k")).toBe(1);
    at += 1000;
    expect(limited.waitSeconds("k")).toBe(0);
  });

  it("A14: a clock that is set back prolongs no block", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { seen, factory } = watched(rateLimiterOn(memoryStore()));
      seen.away = true;
      const limited = failureLimit(factory, limit);
      for (let i = 0; i < 4; i++) await limited.fail("k").catch(() => {});
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(limited.waitSeconds("k")).toBeLessThanOrEqual(60);
    } finally {
      vi.useRealTimers();
    }
  });

  it("still holds in this process while the store is unavailable, and tells the caller so", async () => {
    const { seen, factory } = watched(rateLimiterOn(memoryStore()));
    const limited = failureLimit(factory, limit);
    seen.away = true;
    for (let i = 0; i < 4; i++) await expect(limited.fail("k")).rejects.toMatchObject({ code: "store_unavailable" });
    expect(limited.waitSeconds("k")).toBeGreaterThan(0);
  });
});

describe("a limit on floods", () => {
  const limit = { name: "floods", points: 600, durationSeconds: 60 };

  it("calls the store once for each sixtieth of the limit", async () => {
    const { seen, factory } = watched(rateLimiterOn(memoryStore()));
    const limited = floodLimit(factory, limit);
    for (let i = 0; i < 600; i++) expect(limited.count("k")).toBe(0);
    expect(seen.asked).toBe(60);
    expect(limited.count("k")).toBeGreaterThan(0);
    expect(limited.count("other")).toBe(0);
  });

  it("counts a request by its cost", () => {
    const limited = floodLimit(rateLimiterOn(memoryStore()), limit);
    expect(limited.count("k", 600)).toBe(0);
    expect(limited.count("k")).toBeGreaterThan(0);
  });

  it("starts again when its window ends, and holds while the store is unavailable", () => {
    let at = 0;
    const { seen, factory } = watched(rateLimiterOn(memoryStore()));
    seen.away = true;
    const limited = floodLimit(factory, limit, () => at);
    expect(limited.count("k", 601)).toBe(60);
    at += 60_001;
    expect(limited.count("k")).toBe(0);
  });

  it("holds no more keys than its maximum, and forgets none that is blocked", () => {
    const limited = floodLimit(rateLimiterOn(memoryStore()), limit);
    limited.count("k", 601);
    for (let i = 0; i < 50_000; i++) limited.count(`other ${i}`);
    expect(limited.count("k")).toBeGreaterThan(0);
  });
});

describe.each(kinds.filter(({ name }) => name !== "memory"))("replicas that share $name", ({ available, open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    if (available) under = await open();
  });
  afterAll(async () => under?.dispose());
  const test = it.skipIf(!available);

  test("add their failures up: the next failure at any replica exceeds the limit", async () => {
    const limit = { name: "failures", points: 4, durationSeconds: 60 };
    const [one, two, three] = [1, 2, 3].map(() => failureLimit(under.rateLimiter, limit));
    for (const replica of [one, two, one, two]) expect(await replica?.fail("k")).toBe(0);
    expect(await three?.fail("k")).toBeGreaterThan(0);
    expect(three?.waitSeconds("k")).toBeGreaterThan(0);
  });

  test("add their floods up, with a tolerance of a sixtieth per replica", async () => {
    const limit = { name: "floods", points: 600, durationSeconds: 60 };
    const replicas = [1, 2, 3].map(() => floodLimit(under.rateLimiter, limit));
    let passed = 0;
    for (let round = 0; round < 400; round++) {
      for (const replica of replicas) if (replica.count("k") === 0) passed += 1;
      if (round % 10 === 9) await settled();
    }
    expect(passed).toBeGreaterThanOrEqual(600);
    expect(passed).toBeLessThanOrEqual(600 + 3 * 20);
  });
});
