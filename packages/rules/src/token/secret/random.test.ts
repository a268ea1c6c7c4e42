import { describe, expect, it } from "vitest";
import { randomPart, randomText } from "./random.ts";

describe("random text", () => {
  it.each([1, 12, 16, 32, 64])("of %i bytes has all of them", (bytes) => {
    expect(Buffer.from(randomText(bytes), "base64url")).toHaveLength(bytes);
    expect(randomPart(bytes)).toHaveLength(bytes);
  });

  it("is never the same, across refills of the buffer", () => {
    const texts = Array.from({ length: 5000 }, (_, index) => randomText(16 + (index % 17)));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("does not change after it was returned", () => {
    const parts = Array.from({ length: 500 }, () => randomPart(32));
    const texts = parts.map((part) => part.toString("hex"));
    randomText(64);
    expect(parts.map((part) => part.toString("hex"))).toEqual(texts);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("uses every bit equally often", () => {
    const bytes = Buffer.concat(Array.from({ length: 4000 }, () => Buffer.from(randomText(32), "base64url")));
    for (let bit = 0; bit < 8; bit += 1) {
      const share = bytes.filter((byte) => (byte >> bit) & 1).length / bytes.length;
      expect(share).toBeGreaterThan(0.49);
      expect(share).toBeLessThan(0.51);
    }
  });
});
