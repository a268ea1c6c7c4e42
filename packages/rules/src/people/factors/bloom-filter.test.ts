import { describe, expect, it } from "vitest";
import { makeBloomFilter, openBloomFilter } from "./bloom-filter.ts";

const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe("a Bloom filter", () => {
  it("has every text of the set, and about as many others as its size promises", () => {
    const texts = numbered(2000, "in ");
    const filter = openBloomFilter(makeBloomFilter(texts, 4000, 11)); // 16 bits each: 5 in 10 000
    expect(texts.filter((text) => !filter.has(text))).toEqual([]);
    expect(numbered(20_000, "out ").filter((text) => filter.has(text)).length).toBeLessThan(30);
  });

  it("is the same for the same texts in another order", () => {
    const texts = numbered(100, "");
    expect(makeBloomFilter(texts, 400, 11)).toEqual(makeBloomFilter(texts.toReversed(), 400, 11));
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["another file", Buffer.from("GIF89a and much more behind it")],
    ["a part of one", Buffer.from(makeBloomFilter(["a"], 64, 8)).subarray(0, -1)],
    ["one without bits", makeBloomFilter([], 0, 8)],
  ])("is not %s", (_, bytes) => {
    expect(() => openBloomFilter(bytes)).toThrow("Bloom filter");
  });
});
