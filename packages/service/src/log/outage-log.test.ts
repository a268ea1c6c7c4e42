import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "./logger.ts";
import { outageLog } from "./outage-log.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("O11: an outage does not flood the log", () => {
  it("a refused request is a short line, and the whole error one line a second, with the number of requests", () => {
    const lines: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const say = outageLog(createLogger({ name: "test", level: "info", destination }));
    const err = new Error("the store is away", { cause: new Error("ECONNREFUSED") });
    for (let second = 0; second < 3; second += 1) {
      for (let request = 0; request < 500; request += 1) say({ reference: "r" }, err, "refused");
      vi.advanceTimersByTime(1000);
    }

    const ofLevel = (level: string) => lines.filter((line) => line.level === level);
    expect(ofLevel("error").map(({ refused }) => refused)).toEqual([1, 500, 500]);
    expect(JSON.stringify(ofLevel("error")[0])).toContain("ECONNREFUSED");
    expect(ofLevel("warn")).toHaveLength(1500);
    expect(ofLevel("warn")[0]).toMatchObject({ reference: "r", reason: "the store is away", msg: "refused" });
    expect(Math.max(...ofLevel("warn").map((line) => JSON.stringify(line).length))).toBeLessThan(250);
  });
});
