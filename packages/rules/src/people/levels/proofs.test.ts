import { describe, expect, it } from "vitest";
import { assertReachable } from "./demands.ts";
import { assessProofs, LEVELS, type Level, type Proof } from "./proofs.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const minutesAfterNoon = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const unmet = expect.objectContaining({ code: "unmet_authentication_requirements" });

describe("OIDC Core §2 (acr, amr, auth_time), RFC 8176 §2: the claims of a sign-in", () => {
  it.each([
    ["nothing", [], undefined, ["password"]],
    ["a password", ["password"], { amr: ["pwd"], acr: "urn:countersign:acr:password" }, []],
  ] as const)("%s", (_, factors, authentication, missing) => {
    const proofs = factors.map((factor) => ({ factor, at: noon }));
    const expected = authentication && { authenticatedAt: noon, ...authentication };
    expect(assessProofs(proofs, LEVELS)).toEqual({ authentication: expected, missing });
  });
});

/** Levels of a deployment with more factors than the current ones. */
type Imagined = "password" | "code" | "key" | "recovery";
const PASSWORD: Level<Imagined> = { factors: ["password"], amr: ["pwd"], acr: "password" };
const CODE: Level<Imagined> = { factors: ["password", "code"], amr: ["pwd", "otp", "mfa"], acr: "mfa" };
const RECOVERY: Level<Imagined> = { factors: ["password", "recovery"], amr: ["pwd", "mfa"], acr: "mfa" };
const KEY: Level<Imagined> = { factors: ["key"], amr: ["pop", "user", "mfa"], acr: "phr" };
const levels = [PASSWORD, CODE, RECOVERY, KEY];

const proofsOf = (...factors: Imagined[]): Proof<Imagined>[] =>
  factors.map((factor, index) => ({ factor, at: minutesAfterNoon(index) }));
const assessed = (factors: Imagined[], accepted?: string[]) =>
  assessProofs(
    proofsOf(...factors),
    levels.filter(({ acr }) => accepted === undefined || accepted.includes(acr)),
  );
const reaches = ({ amr, acr }: Level<Imagined>, minutes: number) => ({
  authentication: { authenticatedAt: minutesAfterNoon(minutes), amr, acr },
  missing: [],
});
const lacks = (...missing: Imagined[]) => ({ authentication: undefined, missing });

describe("the level of several proofs", () => {
  it.each<[string, Imagined[], object]>([
    ["one factor has its own level", ["password"], reaches(PASSWORD, 0)],
    ["two factors are the stronger level, at the time of the newer proof", ["password", "code"], reaches(CODE, 1)],
    ["in any order", ["code", "password"], reaches(CODE, 1)],
    ["another second factor has its own methods", ["password", "recovery"], reaches(RECOVERY, 1)],
    ["the strongest level counts", ["password", "key"], reaches(KEY, 1)],
    ["a proof that the level does not use does not change its time", ["key", "code"], reaches(KEY, 0)],
    ["only a second factor has no level", ["code"], lacks("password")],
    ["one proof twice is one factor, at the newer time", ["password", "password"], reaches(PASSWORD, 1)],
  ])("%s", (_, factors, expected) => {
    expect(assessed(factors)).toEqual(expected);
  });
});

describe("OIDC Core §5.5.1.1: what an essential acr requires", () => {
  it.each<[string, Imagined[], string[], object]>([
    ["a second factor is missing after the first", ["password"], ["mfa"], lacks("code")],
    ["both factors are missing at first, in their order", [], ["mfa"], lacks("password", "code")],
    ["the level that takes fewer proofs is required", [], ["mfa", "phr"], lacks("key")],
    ["of levels with equally many proofs, the weaker one", ["password"], ["mfa", "phr"], lacks("code")],
    ["a level that is not accepted does not count, no matter how strong", ["key"], ["password"], lacks("password")],
    ["the strongest of those accepted counts", ["password", "code", "key"], ["password", "mfa"], reaches(CODE, 1)],
    ["one accepted level that is reached is enough", ["password"], ["password", "phr"], reaches(PASSWORD, 0)],
  ])("%s", (_, factors, accepted, expected) => {
    expect(assessed(factors, accepted)).toEqual(expected);
  });

  it("without an accepted level the error is unmet_authentication_requirements, regardless of the proofs", () => {
    expect(() => assessed(["password", "key"], ["phrh"])).toThrow(unmet);
    expect(() => assessed([], [])).toThrow(unmet);
  });

  it("an acr that no sign-in can reach is refused before a page is shown", () => {
    const one: Level = { factors: ["password"], amr: ["pwd"], acr: "1" };
    const levels = [one, { ...one, acr: "3" }];
    expect(() => assertReachable([one], { essentialAcrs: ["2", "3"] })).toThrow(unmet);
    expect(() => assertReachable(levels, { essentialAcrs: ["2", "3"] })).not.toThrow();
    expect(() => assertReachable(levels, {})).not.toThrow();
  });
});
