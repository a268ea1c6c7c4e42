import { describe, expect, it } from "vitest";
import { type AccountLevel, assessLevel, highestAcr, maxAgeOfLevel, reachesLevel } from "./account-level.ts";
import { type Factor, LEVELS } from "./proofs.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const [password, mfa] = ["urn:countersign:acr:password", "urn:countersign:acr:mfa"];
const signedIn = (secondsAgo: number, acr = password) => ({
  authenticatedAt: new Date(noon.getTime() - secondsAgo * 1000),
  acr,
});
const proved = (secondsAgo: number) => (factor: Factor) => ({
  factor,
  at: new Date(noon.getTime() - secondsAgo * 1000),
});

describe("the level of an account page says how old the sign-in may be", () => {
  it.each<[AccountLevel, number, boolean]>([
    ["R0", 30 * 86_400, true],
    ["R1", 900, true],
    ["R1", 900.001, false],
    ["R2", 300, true],
    ["R2", 300.001, false],
    ["R2", -5, true],
  ])("%s with a sign-in of %d seconds ago: %s", (level, seconds, reached) => {
    expect(reachesLevel(signedIn(seconds), level, { acr: undefined, levels: LEVELS, now: noon })).toBe(reached);
  });

  it("is the max_age of the sign-in that the page asks for", () => {
    expect((["R0", "R1", "R2"] as const).map(maxAgeOfLevel)).toEqual([undefined, 900, 300]);
  });
});

describe("OWASP ASVS 5.0, V7.5.1: a factor is changed with the strongest sign-in of the account", () => {
  it.each<[readonly Factor[], string | undefined]>([
    [["password"], password],
    [["password", "totp"], mfa],
    [["password", "recovery-code"], mfa],
    [["password", "totp", "security-key"], "phr"],
    [["password", "passkey"], "phr"],
    [["passkey"], "phr"],
    [["totp"], undefined],
    [[], undefined],
  ])("the highest acr of %j is %s", (has, acr) => {
    expect(highestAcr(has, LEVELS)).toBe(acr);
  });

  it.each([
    [password, mfa, false],
    [mfa, mfa, true],
    ["phr", mfa, true],
    [mfa, "phr", false],
  ])("a sign-in at %s for a page that needs %s: %s", (acr, needed, reached) => {
    const signIn = {
      ...signedIn(0, acr),
      proofs: LEVELS.findLast((level) => level.acr === acr)?.factors.map(proved(0)),
    };
    expect(reachesLevel(signIn, "R2", { acr: needed, levels: LEVELS, now: noon })).toBe(reached);
  });

  it.each<[Factor, Factor]>([
    ["password", "totp"],
    ["totp", "password"],
  ])("a %s of hours ago is given again, although the %s is recent", (old, recent) => {
    const signIn = { ...signedIn(0, mfa), proofs: [proved(7200)(old), proved(0)(recent)] };
    expect(assessLevel(signIn, "R2", { acr: mfa, levels: LEVELS, now: noon })).toBe("stale");
  });
});
