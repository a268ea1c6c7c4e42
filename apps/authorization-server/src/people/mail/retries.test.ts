import { describe, expect, it } from "vitest";
import { MOST_ATTEMPTS, nextAttemptAt, openPauses } from "./retries.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const seconds = (count: number) => new Date(noon.getTime() + count * 1000);

describe("RFC 5321 §4.5.4.1: the wait before the next attempt", () => {
  it.each([
    [1, 0, 4],
    [1, 0.5, 5],
    [1, 1, 6],
    [11, 0, 480],
    [11, 1, 720],
  ])("after attempt %i, with the random number %d, is %i seconds", (attempts, random, wait) => {
    expect(nextAttemptAt(attempts, noon, () => random)).toEqual(seconds(wait));
  });

  it("there is none after the last", () => {
    expect(nextAttemptAt(MOST_ATTEMPTS, noon, () => 0)).toBeUndefined();
  });
});

describe("mail-06: a mail server that accepts nothing is left alone", () => {
  it("for growing times, with one mail after each", () => {
    const pauses = openPauses(() => 0.5);
    const at = (second: number) => pauses.room(8, seconds(second));
    expect(at(0)).toBe(8);
    for (let mail = 0; mail < 8; mail++) pauses.note("unreachable", noon); // those in progress fail together
    expect([at(0), at(4), at(5)]).toEqual([0, 0, 1]);
    pauses.note("unreachable", seconds(5));
    expect([at(14), at(15)]).toEqual([0, 1]);
    let now = 15;
    for (const pause of [20, 40, 60, 60]) {
      pauses.note("unreachable", seconds(now));
      expect([at(now + pause - 1), at(now + pause)]).toEqual([0, 1]);
      now += pause;
    }
  });

  it.each(["delivered", "deferred", "refused"] as const)("until it answers about a mail: %s", (result) => {
    const pauses = openPauses(() => 0.5);
    pauses.note("unreachable", noon);
    pauses.note(result, seconds(5));
    expect(pauses.room(8, seconds(5))).toBe(8);
  });
});
