import { beforeEach, describe, expect, it } from "vitest";
import { type ServerClock, serverClock } from "../statements/deadline.ts";

const noon = Date.parse("2030-01-01T12:00:00Z");

describe("the clock of a server", () => {
  let elapsed: number;
  let offset: number;
  let asked: number;
  let clock: ServerClock;
  beforeEach(() => {
    [elapsed, offset, asked] = [0, 0, 0];
    const ask = async () => {
      asked += 1;
      return noon + offset + elapsed;
    };
    clock = serverClock(ask, () => elapsed);
  });
  const inFuture = async (ms: number) => (await clock.in(ms)).getTime() - noon;

  it("is asked once, also by many at the same time, and counted on from there", async () => {
    expect(await Promise.all([inFuture(8000), inFuture(8000)])).toEqual([8000, 8000]);
    elapsed = 30_000;
    expect([await inFuture(8000), asked]).toEqual([38_000, 1]);
  });

  it("is asked again after a minute, while the old answer serves", async () => {
    await inFuture(0);
    [elapsed, offset] = [61_000, 500];
    expect(await inFuture(0)).toBe(61_000);
    await Promise.resolve();
    expect([await inFuture(0), asked]).toEqual([61_500, 2]);
  });

  it("is asked again after it proved wrong because it was set", async () => {
    await inFuture(0);
    offset = 3_600_000;
    clock.forget();
    expect([await inFuture(0), asked]).toEqual([3_600_000, 2]);
  });

  it("is early by the time that the answer took, and never late", async () => {
    const slow = serverClock(
      async () => {
        const time = noon + elapsed;
        elapsed += 700;
        return time;
      },
      () => elapsed,
    );
    expect((await slow.in(8000)).getTime() - noon).toBe(8000);
    expect(noon + elapsed + 8000 - (await slow.in(8000)).getTime()).toBe(700);
  });
});
