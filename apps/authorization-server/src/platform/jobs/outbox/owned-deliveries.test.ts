import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { ClaimLimits } from "../../stores/claim-limits.ts";
import { openOwnedDeliveries } from "./owned-deliveries.ts";

const log = { error: vi.fn() };

/** An outbox in memory. `answer` is how an owner takes what it is sent. */
function outbox(waiting: string[], answer: (owner: string) => Promise<boolean>, mostOfQuick?: number) {
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  const claims: ClaimLimits[] = [];
  const claim = async (limits: ClaimLimits) => {
    claims.push(limits);
    const taken = new Map<string, number>();
    const claimed: string[] = [];
    for (const owner of waiting) {
      const count = taken.get(owner) ?? 0;
      if (claimed.length === limits.most || count === (limits.mostOf.get(owner) ?? limits.mostOfOne)) continue;
      taken.set(owner, count + 1);
      claimed.push(owner);
    }
    for (const owner of claimed) waiting.splice(waiting.indexOf(owner), 1);
    await setImmediate();
    return claimed;
  };
  const send = async (owner: string) => {
    underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
    most.set(owner, Math.max(most.get(owner) ?? 0, underWay.get(owner) ?? 0));
    const isTaken = await answer(owner);
    underWay.set(owner, (underWay.get(owner) ?? 0) - 1);
    return isTaken;
  };
  const limits = { mostAtOnce: 64, mostOfOne: 4, ...(mostOfQuick !== undefined && { mostOfQuick }) };
  const deliveries = openOwnedDeliveries({ name: "tests", ...limits, claim, ownerOf: (owner) => owner, send }, log);
  return { deliveries, most, claims };
}
const times = (owner: string, count: number) => Array.from({ length: count }, () => owner);
const taking = async () => {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  return true;
};

describe("A7: an owner that answers quickly is sent more at once", () => {
  it("up to the maximum, with few looks at the outbox", async () => {
    const { deliveries, most, claims } = outbox(times("quick", 2000), taking, 32);
    await deliveries.drain();
    expect(most.get("quick")).toBe(32);
    expect(claims.length).toBeLessThan(300);
  });

  it.each([
    ["one that refuses", async () => (await taking()) && false, 32],
    ["one of an outbox without such a maximum", taking, undefined],
  ])("but not %s", async (_, answer, mostOfQuick) => {
    const { deliveries, most } = outbox(times("owner", 100), answer, mostOfQuick);
    await deliveries.drain();
    expect(most.get("owner")).toBe(4);
  });

  it("and fewer again after a refusal", async () => {
    let answers = 0;
    const { deliveries, claims } = outbox(times("flaky", 500), async () => (await taking()) && ++answers !== 300, 32);
    await deliveries.drain();
    const windows = claims.map(({ mostOf }) => mostOf.get("flaky") ?? 0);
    expect(windows.some((free, n) => n > 10 && free < 4)).toBe(true);
  });
});

describe("an owner that does not answer", () => {
  it("has its share under way, and the others go on", async () => {
    const never = new Promise<boolean>(() => {});
    const waiting = [...times("silent", 50), ...times("other", 50)];
    const { deliveries, most } = outbox(waiting, (owner) => (owner === "silent" ? never : taking()), 32);
    await deliveries.run();
    await expect.poll(() => waiting.includes("other")).toBe(false);
    expect(most.get("silent")).toBe(4);
    expect(waiting).toHaveLength(46);
  });
});

it("everything is sent, although the last delivery ends while the outbox is looked at", async () => {
  const waiting = times("owner", 40);
  const { deliveries } = outbox(waiting, async () => true);
  await deliveries.drain();
  expect(waiting).toEqual([]);
});

it("a caller gets a look at the outbox that begins afterwards", async () => {
  const waiting: string[] = [];
  const { deliveries } = outbox(waiting, taking);
  const before = deliveries.run();
  await setImmediate();
  waiting.push("late");
  expect([await before, await deliveries.run()]).toEqual([0, 1]);
  await deliveries.close();
  waiting.push("later");
  expect(await deliveries.run()).toBe(0);
});
