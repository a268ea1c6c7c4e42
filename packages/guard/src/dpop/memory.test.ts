import { describe, expect, it } from "vitest";
import { proofsInMemory } from "./memory.ts";
import { dpopNonces } from "./nonces.ts";
import { verifyProof } from "./proof.ts";
import { dpopSenders } from "./senders.ts";

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
    let time = 100_000;
    const memory = proofsInMemory({ now: () => new Date(time), most: 2 });
    await memory.remember("a", 60);
    expect(await memory.remember("b", 60)).toEqual(new Date(100_000));
    time += 20_000;
    // "a" was used at 100 s, so neither its time nor that of its nonce can be later than that, but for a skew.
    expect(await memory.remember("c", 60)).toEqual(new Date(105_001));
    expect(await memory.remember("c", 60)).toBeUndefined();
  });

  it("dpx-02: a memory that is full all the time accepts new proofs, and none that it forgot", async () => {
    let time = 1_000_000;
    const now = () => new Date(time);
    const memory = proofsInMemory({ now, most: 100 });
    const nonces = dpopNonces([new Uint8Array(32)], "api");
    const senders = dpopSenders({ memory, nonces, nonceRequired: false, verifyProof });
    const accept = (jti: string, from: number) =>
      senders.use({ thumbprint: "key", jti, time: { from: from / 1000, until: from / 1000 + 300 } }, now()).then(
        () => "accepted",
        () => "refused",
      );

    // One proof each 0.2 s, each with a nonce of that moment: the memory holds those of the last 20 s.
    const seen: string[] = [];
    for (let n = 0; n < 300; n++) {
      time += 200;
      seen.push(await accept(`proof ${n}`, time));
    }
    expect(seen.slice(30).every((verdict) => verdict === "accepted")).toBe(true);
    // Each proof again, whether the memory still has it or not.
    for (let n = 30; n < 300; n += 10) expect(await accept(`proof ${n}`, 1_000_000 + (n + 1) * 200)).toBe("refused");
  });
});
