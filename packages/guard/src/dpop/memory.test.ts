import { describe, expect, it } from "vitest";
import { proofsInMemory } from "./memory.ts";

describe("RFC 9449 §11.1: the memory of one process", () => {
  it("dpx-12: gives one of many callers the proof", async () => {
    const memory = proofsInMemory();
    const won = await Promise.all(Array.from({ length: 20 }, () => memory.remember("proof", 60)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it("dpx-02: forgets a proof only when it is no longer accepted", async () => {
    let time = 0;
    const memory = proofsInMemory({ now: () => new Date(time) });
    await memory.remember("proof", 60);
    time = 59_999;
    expect(await memory.remember("proof", 60)).toBeUndefined();
    time = 60_000;
    expect(await memory.remember("proof", 60)).toBeDefined();
  });

  it("is bounded: what it forgets early, it says, so that proofs of before need a nonce", async () => {
    let time = 1000;
    const memory = proofsInMemory({ now: () => new Date(time), most: 2 });
    await memory.remember("a", 60);
    expect(await memory.remember("b", 60)).toEqual(new Date(1000));
    time = 5000;
    expect(await memory.remember("c", 60)).toEqual(new Date(5000));
    expect(await memory.remember("c", 60)).toBeUndefined();
  });
});
