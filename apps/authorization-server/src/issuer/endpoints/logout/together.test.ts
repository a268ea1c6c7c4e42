import { describe, expect, it } from "vitest";
import { together, type Waiting } from "./together.ts";

/** Notes which things were worked on together, and goes on when it is told to. */
function noted() {
  const worked: string[] = [];
  const running: (() => void)[] = [];
  const work = async (owner: string, all: readonly Waiting<string, string>[]) => {
    worked.push(`${owner}: ${all.map(({ thing }) => thing).join("")}`);
    await new Promise<void>((resolve) => running.push(resolve));
    for (const { thing, resolve } of all) resolve(thing.toUpperCase());
  };
  return { worked, work, next: () => running.shift()?.() };
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

describe("A3: things of one owner that come at once", () => {
  it("are done together, up to a number, one piece of work after the other", async () => {
    const { worked, work, next } = noted();
    const act = together(work, { most: 3, mostWaiting: 10 });
    const first = [..."ab"].map((thing) => act("one", thing));
    await settled();
    const rest = [..."cdef"].map((thing) => act("one", thing));
    await settled();
    expect(worked).toEqual(["one: ab"]);
    for (const so of [
      ["one: ab", "one: cde"],
      ["one: ab", "one: cde", "one: f"],
    ]) {
      next();
      await settled();
      expect(worked).toEqual(so);
    }
    next();
    expect(await Promise.all([...first, ...rest])).toEqual([..."ABCDEF"]);
  });

  it("do not wait for those of others", async () => {
    const { worked, work, next } = noted();
    const act = together(work, { most: 3, mostWaiting: 10 });
    const all = ["one", "other"].map((owner) => act(owner, "a"));
    await settled();
    expect(worked).toEqual(["one: a", "other: a"]);
    next();
    next();
    expect(await Promise.all(all)).toEqual(["A", "A"]);
  });

  it("are refused when so many wait, and taken again later", async () => {
    const { worked, work, next } = noted();
    const act = together(work, { most: 1, mostWaiting: 2 });
    const first = act("one", "a");
    await settled();
    const waiting = [act("one", "b"), act("one", "c")];
    expect(act("one", "d")).toBeUndefined();
    for (const _ of "abc") {
      next();
      await settled();
    }
    expect(await Promise.all([first, ...waiting])).toEqual(["A", "B", "C"]);
    act("one", "e");
    await settled();
    expect(worked.at(-1)).toBe("one: e");
  });

  it("all hear of a failure, and the next ones are worked on", async () => {
    let times = 0;
    const act = together<string, string>(
      async (_, all) => {
        times += 1;
        if (times === 1) throw new Error("not today");
        for (const { thing, resolve } of all) resolve(thing);
      },
      { most: 2, mostWaiting: 10 },
    );
    const all = await Promise.allSettled([..."abc"].map((thing) => act("one", thing)));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });
});
