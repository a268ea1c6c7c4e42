import { describe, expect, it } from "vitest";
import { countsForNext, nextInterval, type PollVerdict, pollError, pollVerdict } from "./device-poll.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const device = { expiresAt: after(600), intervalSeconds: 5, polledAt: noon };

describe("RFC 8628 §3.5: a device that polls", () => {
  it.each<[string, number, PollVerdict]>([
    ["after its interval", 5, "pending"],
    ["a little early, as networks deliver", 4, "pending"],
    ["dev-03: too early", 3.999, "slow_down"],
    ["dev-03: at the same moment", 0, "slow_down"],
    ["dev-05: when the code expired", 600, "expired"],
    ["just before", 599.999, "pending"],
  ])("%s", (_, seconds, verdict) => {
    expect(pollVerdict(device, undefined, after(seconds))).toBe(verdict);
  });

  it("may poll at once the first time", () => {
    expect(pollVerdict({ ...device, polledAt: undefined }, undefined, noon)).toBe("pending");
  });

  it("dev-04: gets its tokens with the first poll; one soon after it is too early, and a later one is a replay", () => {
    expect(pollVerdict(device, "approved", after(1))).toBe("approved");
    expect([1, 5].map((seconds) => pollVerdict(device, "collected", after(seconds)))).toEqual([
      "slow_down",
      "approved",
    ]);
  });

  it("has two more minutes to get what was approved at the last moment", () => {
    expect([719, 720].map((seconds) => pollVerdict(device, "approved", after(seconds)))).toEqual([
      "approved",
      "expired",
    ]);
  });

  it.each(["approved", "denied"] as const)("is told that it was %s, also too early and after the time", (decision) => {
    expect([0, 601].map((seconds) => pollVerdict(device, decision, after(seconds)))).toEqual([decision, decision]);
  });

  it("dev-03: waits five seconds longer after each poll that was too early, and never less again", () => {
    expect(nextInterval(device, "slow_down")).toBe(10);
    expect(nextInterval({ ...device, intervalSeconds: 10 }, "pending")).toBe(10);
    expect(pollVerdict({ ...device, intervalSeconds: 10 }, undefined, after(6))).toBe("slow_down");
  });

  it("dev-03: waits a minute at most, and then its polls that are too early count no more", () => {
    expect([55, 60].map((intervalSeconds) => nextInterval({ ...device, intervalSeconds }, "slow_down"))).toEqual([
      60, 60,
    ]);
    expect([55, 60].map((intervalSeconds) => countsForNext({ ...device, intervalSeconds }, "slow_down"))).toEqual([
      true,
      false,
    ]);
    expect(countsForNext({ ...device, intervalSeconds: 60 }, "pending")).toBe(true);
  });

  it.each([
    ["pending", "authorization_pending"],
    ["slow_down", "slow_down"],
    ["denied", "access_denied"],
    ["expired", "expired_token"],
  ] as const)("%s is the error %s", (verdict, code) => {
    expect(pollError(verdict).code).toBe(code);
  });
});
