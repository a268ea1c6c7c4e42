import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED as allowed } from "./limits/rate-limit.ts";
import type { EphemeralStore } from "./store.ts";
import { type Singly, singly } from "./test-steps.ts";
import { kinds, type StoreUnderTest } from "./test-stores.ts";

const RACERS = 100;
const race = <T>(attempt: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: RACERS }, (_, i) => attempt(i)));

describe.each(kinds)("the contract of short-lived state, on $name", ({ available, open }) => {
  let under: StoreUnderTest;
  let store: EphemeralStore & Singly;
  beforeAll(async () => {
    if (!available) return;
    under = await open();
    store = singly(under.store);
  });
  afterAll(async () => under?.dispose());

  const test = it.skipIf(!available);

  describe("entries", () => {
    test("returns the stored value, and nothing for an unknown key", async () => {
      await store.put("parked:1", "value", 60);
      expect(await store.get("parked:1")).toBe("value");
      expect(await store.get("parked:unknown")).toBeUndefined();
    });

    test("overwrites a value, with a new expiry", async () => {
      await store.put("parked:2", "first", 0.2);
      await store.put("parked:2", "second", 60);
      await under.pass(0.4);
      expect(await store.get("parked:2")).toBe("second");
    });

    test("returns a taken value once", async () => {
      await store.put("parked:3", "value", 60);
      expect(await store.take("parked:3")).toBe("value");
      expect(await store.take("parked:3")).toBeUndefined();
      expect(await store.get("parked:3")).toBeUndefined();
    });

    test("returns a value to one of many concurrent takers", async () => {
      await store.put("parked:4", "value", 60);
      const taken = await race(() => store.take("parked:4"));
      expect(taken.filter((value) => value === "value")).toHaveLength(1);
      expect(taken.filter((value) => value === undefined)).toHaveLength(RACERS - 1);
    });

    test("removes a value, and accepts an unknown key", async () => {
      await store.put("parked:5", "value", 60);
      await store.remove("parked:5");
      await store.remove("parked:5");
      expect(await store.get("parked:5")).toBeUndefined();
    });

    test("keeps every text unchanged", async () => {
      const odd = "é\u2028'\"\\ {} $1 :é 🗝 \r\n";
      await store.put(`jti:${odd}\0${"x".repeat(10_000)}`, odd, 60);
      expect(await store.get(`jti:${odd}\0${"x".repeat(10_000)}`)).toBe(odd);
    });

    test("keeps keys apart that differ only in their noun", async () => {
      await store.put("parked:6", "parked", 60);
      expect(await store.get("device:6")).toBeUndefined();
    });
  });

  describe("expiry", () => {
    test("returns nothing after the lifetime, by get, take or replace", async () => {
      for (const name of ["get", "take", "replace"]) await store.put(`expiry:${name}`, "value", 0.2);
      await under.pass(0.4);
      expect(await store.get("expiry:get")).toBeUndefined();
      expect(await store.take("expiry:take")).toBeUndefined();
      expect(await store.replace("expiry:replace", "value", "next")).toBe(false);
    });

    test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.0001])(
      "refuses a lifetime of %d seconds",
      async (ttl) => {
        await expect(store.put("expiry:bad", "value", ttl)).rejects.toThrow(RangeError);
        await expect(store.remember("expiry:bad", ttl)).rejects.toThrow(RangeError);
        expect(await store.get("expiry:bad")).toBeUndefined();
      },
    );

    test("refuses values that a store would change", async () => {
      await expect(store.put("expiry:nul", "a\0b", 60)).rejects.toThrow(RangeError);
      await expect(store.put("expiry:nul", "\ud800", 60)).rejects.toThrow(RangeError);
      expect(await store.get("expiry:nul")).toBeUndefined();
    });
  });

  describe("remember", () => {
    test("accepts a jti once", async () => {
      expect(await store.remember("jti:1", 60)).toBeInstanceOf(Date);
      expect(await store.remember("jti:1", 60)).toBeUndefined();
    });

    test("B10: remembers nothing if it began later than the caller needs, and says since when", async () => {
      const born = (await store.remember("jti:needed", 60, new Date(0))) ?? new Date(0);
      const earlier = new Date(born.getTime() - 1);
      expect(await store.remember("jti:needed", 60, earlier)).toEqual(born);
      expect(await store.remember("jti:needed", 60, born)).toEqual(born);
      expect(await store.remember("jti:needed", 60, born)).toBeUndefined();
      expect(await store.remember("jti:needed", 60, earlier)).toBeUndefined();
    });

    test("succeeds for one of many concurrent callers", async () => {
      const won = await race(() => store.remember("jti:2", 60));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    test("treats an expired entry as absent, again for one concurrent caller", async () => {
      await store.remember("jti:3", 0.2);
      await under.pass(0.4);
      const won = await race(() => store.remember("jti:3", 60));
      expect(won.filter(Boolean)).toHaveLength(1);
    });
  });

  describe("replace", () => {
    test("replaces only the expected value", async () => {
      await store.put("device:1", "pending", 60);
      expect(await store.replace("device:1", "approved", "spent")).toBe(false);
      expect(await store.get("device:1")).toBe("pending");
      expect(await store.replace("device:1", "pending", "approved")).toBe(true);
      expect(await store.get("device:1")).toBe("approved");
    });

    test("creates nothing", async () => {
      expect(await store.replace("device:2", "pending", "approved")).toBe(false);
      expect(await store.get("device:2")).toBeUndefined();
    });

    test("succeeds for one of many concurrent callers", async () => {
      await store.put("device:3", "pending", 60);
      const won = await race((index) => store.replace("device:3", "pending", `by ${index}`));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store.get("device:3")).toBe(`by ${won.indexOf(true)}`);
    });

    test("starts the lifetime again if it is told how long", async () => {
      await store.put("device:5", "pending", 0.3);
      await store.apply([{ do: "replace", key: "device:5", expected: "pending", next: "approved", ttlSeconds: 60 }]);
      await under.pass(0.5);
      expect(await store.get("device:5")).toBe("approved");
    });

    test("keeps the expiry", async () => {
      await store.put("device:4", "pending", 0.3);
      await store.replace("device:4", "pending", "approved");
      await under.pass(0.5);
      expect(await store.get("device:4")).toBeUndefined();
    });
  });

  describe("bounded sets", () => {
    const three = { limit: 3, ttlSeconds: 60 };
    const fill = async (set: string, ...members: string[]) => {
      for (const member of members) {
        await store.collect(set, member, three);
        await pause(2); // Stores distinguish microseconds. The moved clock of a test does not.
      }
    };

    test("accept members up to the limit and drop none", async () => {
      for (const member of ["a", "b", "c"]) expect(await store.collect("browser:1", member, three)).toEqual([]);
    });

    test("drop the oldest when full", async () => {
      await fill("browser:2", "a", "b", "c");
      expect(await store.collect("browser:2", "d", three)).toEqual(["a"]);
      expect(await store.collect("browser:2", "e", three)).toEqual(["b"]);
    });

    test("count a member once, and restart its lifetime", async () => {
      await fill("browser:3", "a", "b", "c", "a");
      expect(await store.collect("browser:3", "d", three)).toEqual(["b"]);
    });

    test("have room after a member is discarded", async () => {
      await fill("cap:2", "a", "b", "c");
      await store.discard("cap:2", "b");
      await store.discard("cap:2", "never there");
      expect(await store.collect("cap:2", "d", three)).toEqual([]);
      expect(await store.collect("cap:2", "e", three)).toEqual(["a"]);
    });

    test("have room after members expire, and an expired member is new again", async () => {
      for (const member of ["a", "b", "c"]) await store.collect("cap:3", member, { ...three, ttlSeconds: 0.2 });
      await under.pass(0.4);
      expect(await store.collect("cap:3", "a", three)).toEqual([]);
      await fill("cap:3", "d", "e");
      expect(await store.collect("cap:3", "f", three)).toEqual(["a"]);
    });

    test("are kept until their last member expires", async () => {
      await store.collect("cap:4", "long", three);
      for (const member of ["b", "c"]) await store.collect("cap:4", member, { ...three, ttlSeconds: 0.2 });
      await under.pass(0.4);
      for (const member of ["d", "e"]) expect(await store.collect("cap:4", member, three)).toEqual([]);
      expect(await store.collect("cap:4", "f", three)).toEqual(["long"]);
    });

    test("drop members down to a lowered limit", async () => {
      await fill("browser:4", "a", "b", "c");
      const dropped = await store.collect("browser:4", "d", { ...three, limit: 1 });
      expect([...dropped].sort()).toEqual(["a", "b", "c"]);
    });

    test("account for every member of concurrent additions: in the set or dropped, never both", async () => {
      const answers = await race((index) => store.collect("browser:5", `m${index}`, { ...three, limit: 20 }));
      const dropped = answers.flat();
      expect(new Set(dropped).size).toBe(RACERS - 20);
      expect(dropped).toHaveLength(RACERS - 20);
    });

    test("are separate from each other and from entries of the same key", async () => {
      await fill("cap:6", "a", "b", "c");
      await store.put("cap:6", "an entry", 60);
      expect(await store.collect("cap:7", "a", three)).toEqual([]);
      expect(await store.collect("cap:6", "d", three)).toEqual(["a"]);
      expect(await store.get("cap:6")).toBe("an entry");
    });

    test.each([0, -1, 1.5, Number.NaN])("refuse a limit of %d", async (limit) => {
      await expect(store.collect("cap:8", "a", { ...three, limit })).rejects.toThrow(RangeError);
    });
  });

  describe("several operations in one call", () => {
    const bounds = { limit: 2, ttlSeconds: 60 };
    const put = (key: string, value = "value") => ({ do: "put", key, value, ttlSeconds: 60 }) as const;
    const collect = (set: string, member: string) => ({ do: "collect", set, member, bounds }) as const;

    test("are all performed, and return their results", async () => {
      await store.apply([put("steps:1"), collect("cap:10", "a"), collect("cap:11", "a")]);
      await pause(2);
      await store.apply([collect("cap:10", "b"), collect("cap:11", "b")]);
      const outcome = await store.apply([
        { do: "take", key: "steps:1" },
        { do: "discard", set: "cap:10", member: "a" },
        collect("cap:11", "c"),
        put("steps:2"),
      ]);
      expect(outcome).toEqual({ done: true, verdict: allowed, taken: "value", dropped: ["a"] });
      expect(await store.collect("cap:10", "c", bounds)).toEqual([]);
      expect(await store.get("steps:2")).toBe("value");
    });

    test.each([
      ["a key", [put("steps:3"), { do: "replace", key: "steps:3", expected: "a", next: "b" }]],
      ["a member of a set", [collect("cap:12", "a"), { do: "discard", set: "cap:12", member: "a" }]],
    ] as const)("are refused if two of them name the same: %s", async (_, steps) => {
      await expect(store.apply(steps)).rejects.toThrow(RangeError);
    });

    const limit = { name: "steps", points: 1, durationSeconds: 30 };
    test.each([
      ["a value that is gone", { do: "take", key: "steps:gone" }],
      ["a different value", { do: "replace", key: "steps:held", expected: "another", next: "next" }],
      ["a limit that is reached", { do: "count", counts: [{ limit, key: "k", points: 2 }] }],
    ] as const)("stop at one that fails: %s", async (_, failing) => {
      await store.apply([put("steps:held"), put("steps:kept"), { do: "remove", key: "steps:not" }]);
      const set = `cap:${failing.do}`;
      const outcome = await store.apply([
        put("steps:before", failing.do),
        failing,
        { do: "remove", key: "steps:kept" },
        put("steps:not"),
        collect(set, "a"),
        collect(`${set} more`, "a"),
      ]);
      expect(outcome).toMatchObject({ done: false, dropped: [], verdict: { allowed: failing.do !== "count" } });
      expect(await store.get("steps:before")).toBe(failing.do);
      expect(await store.get("steps:kept")).toBe("value");
      expect(await store.get("steps:not")).toBeUndefined();
      for (const member of ["b", "c"]) expect(await store.collect(set, member, bounds)).toEqual([]);
    });

    test("continue for one of many concurrent callers", async () => {
      await store.put("steps:race", "value", 60);
      const outcomes = await race((index) =>
        store.apply([{ do: "take", key: "steps:race" }, put("steps:winner", String(index))]),
      );
      const won = outcomes.flatMap(({ done }, index) => (done ? [index] : []));
      expect(won).toHaveLength(1);
      expect(await store.get("steps:winner")).toBe(String(won[0]));
    });

    test("do nothing if an argument is one that no store can hold", async () => {
      const steps = [put("steps:3"), put("steps:4", "a\0b")];
      await expect(store.apply(steps)).rejects.toThrow(RangeError);
      expect(await store.get("steps:3")).toBeUndefined();
    });
  });

  describe("the birth time of the store", () => {
    test("is the same for every caller and call", async () => {
      await under.empty();
      const births = await race((index) => store.remember(`jti:4.${index}`, 0.5));
      await under.pass(0.7);
      const later = await race((index) => store.remember(`jti:4.${index}`, 60));
      expect(later).toEqual(births);
      expect(births).not.toContain(undefined);
    });

    test("is later after the store was emptied, so what the store forgot is refused", async () => {
      const before = await store.remember("jti:5", 60);
      await under.pass(0.05);
      await under.empty();

      const after = await store.remember("jti:5", 60); // The store has forgotten it,
      expect(after?.getTime()).toBeGreaterThan(before?.getTime() ?? Number.NaN); // and callers can tell.
    });
  });

  describe("upkeep", () => {
    test("answers a ping", async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });

    test("purges expired entries and keeps the others", async () => {
      await store.put("purge:live", "value", 60);
      await store.put("purge:dead", "value", 0.1);
      const born = await store.remember("purge:soon", 0.1);
      await under.pass(0.3);
      await store.purgeExpired();
      expect(await store.get("purge:live")).toBe("value");
      expect(await store.get("purge:dead")).toBeUndefined();
      expect(await store.remember("purge:soon", 60)).toEqual(born);
      expect(await store.purgeExpired()).toBe(0);
    });
  });
});
