import { describe, expect, it } from "vitest";
import { after, numericDate } from "./time.ts";

const noon = new Date("2030-01-01T12:00:00.750Z");

describe("RFC 7519 §2: times", () => {
  it("a NumericDate has whole seconds, and never lies in the future", () => {
    expect(numericDate(noon)).toBe(Date.parse("2030-01-01T12:00:00Z") / 1000);
  });

  it("differences are in seconds, with the fraction", () => {
    expect(after(noon, 90)).toEqual(new Date("2030-01-01T12:01:30.750Z"));
  });
});
