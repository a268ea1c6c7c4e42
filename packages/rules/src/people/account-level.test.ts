import { describe, expect, it } from "vitest";
import { type AccountLevel, maxAgeOfLevel, reachesLevel } from "./account-level.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const signedIn = (secondsAgo: number) => ({ authenticatedAt: new Date(noon.getTime() - secondsAgo * 1000) });

describe("the level of an account page says how old the sign-in may be", () => {
  it.each<[AccountLevel, number, boolean]>([
    ["R0", 30 * 86_400, true],
    ["R1", 900, true],
    ["R1", 900.001, false],
    ["R2", 300, true],
    ["R2", 300.001, false],
    ["R2", -5, true],
  ])("%s with a sign-in of %d seconds ago: %s", (level, seconds, reached) => {
    expect(reachesLevel(signedIn(seconds), level, noon)).toBe(reached);
  });

  it("is the max_age of the sign-in that the page asks for", () => {
    expect((["R0", "R1", "R2"] as const).map(maxAgeOfLevel)).toEqual([undefined, 900, 300]);
  });
});
