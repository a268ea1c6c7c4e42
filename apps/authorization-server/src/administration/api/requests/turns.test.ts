import { describe, expect, it } from "vitest";
import { openTurns, TooManyAtOnce, type Turns } from "./turns.ts";

const limits = { most: 3, mostOfOne: 2, mostWaiting: 4, mostWaitingOfOne: 2, seconds: 60 };

/** Work of an owner that runs until it is finished. */
function begin(turns: Turns, owner: string) {
  const done = Promise.withResolvers<void>();
  const state = { isRunning: false };
  const outcome = turns.take(owner, async () => {
    state.isRunning = true;
    await done.promise;
    state.isRunning = false;
  });
  return { state, outcome, finish: done.resolve, fail: done.reject };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const running = (all: readonly ReturnType<typeof begin>[]) => all.map(({ state }) => state.isRunning);

describe("A2: requests under way at a time", () => {
  it("are so many in all, and so many of one owner; the next ones begin in their order when others end", async () => {
    const turns = openTurns(limits);
    const all = ["a", "a", "a", "b", "b", "a"].map((owner) => begin(turns, owner));
    expect(running(all)).toEqual([true, true, false, true, false, false]);

    all[3]?.finish();
    await settled();
    expect(running(all)).toEqual([true, true, false, false, true, false]);

    all[0]?.finish();
    await settled();
    expect(running(all)).toEqual([false, true, true, false, true, false]);
    for (const { finish } of all) finish();
    await Promise.all(all.map(({ outcome }) => outcome));
  });

  it("one that fails gives its turn to the next one", async () => {
    const turns = openTurns({ ...limits, most: 1 });
    const [first, second] = [begin(turns, "a"), begin(turns, "a")];
    first.fail(new Error("not today"));
    await expect(first.outcome).rejects.toThrow("not today");
    await settled();
    expect(second.state.isRunning).toBe(true);
    second.finish();
    await second.outcome;
  });

  it("owners take turns, no matter how many requests of one owner wait", async () => {
    const turns = openTurns({ ...limits, most: 1 });
    const [first, second, third, other] = ["a", "a", "a", "b"].map((owner) => begin(turns, owner));
    if (!first || !second || !third || !other) throw new Error("there are four");
    const order = [first, other, second, third];
    for (const one of order) {
      expect(running(order)).toEqual(order.map((each) => each === one));
      one.finish();
      await one.outcome;
      await settled();
    }
  });

  it("one that waits no longer takes no turn", async () => {
    const turns = openTurns({ ...limits, most: 1, seconds: 0.05 });
    const first = begin(turns, "a");
    await expect(begin(turns, "b").outcome).rejects.toBeInstanceOf(TooManyAtOnce);
    first.finish();
    await first.outcome;
    const third = begin(turns, "c");
    expect(third.state.isRunning).toBe(true);
    third.finish();
    await third.outcome;
  });
});

describe("A2: requests that wait", () => {
  it.each([
    ["one owner", ["a", "a", "a", "a", "a"]],
    ["all", ["a", "a", "b", "a", "a", "b", "b", "c"]],
  ])(
    "are so many of %s: the next one is refused at once, with the seconds after which to try again",
    async (_, owners) => {
      const turns = openTurns(limits);
      const all = owners.slice(0, -1).map((owner) => begin(turns, owner));
      const last = begin(turns, owners.at(-1) ?? "");
      await expect(last.outcome).rejects.toMatchObject({ retryAfterSeconds: 60 });
      for (const { finish } of all) finish();
      await Promise.all(all.map(({ outcome }) => outcome));
    },
  );
});
