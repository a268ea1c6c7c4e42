import { describe, expect, it } from "vitest";
import type { Demands } from "./demands.ts";
import { factorsToEnrol, hintOfAddress, strongestLevels } from "./enrolment.ts";
import { ACRS, type Factor, LEVELS, levelsBy } from "./proofs.ts";

const [, MFA, PHR] = ACRS;

describe("a factor is set up on the way only if the person has none that is strong enough", () => {
  it.each<[string, Factor[], Demands, Factor[]]>([
    ["nothing is demanded", ["password"], {}, []],
    ["only a password does not reach mfa", ["password"], { deployment: MFA }, ["passkey", "totp"]],
    ["acr_values demand mfa or more", ["password"], { acrValues: [PHR, MFA] }, ["passkey", "totp"]],
    ["an app reaches it", ["password", "totp"], { client: MFA }, []],
    ["so do recovery codes", ["password", "recovery-code"], { client: MFA }, []],
    ["and a security key", ["password", "security-key"], { client: MFA }, []],
    ["an app does not reach phr", ["password"], { client: PHR }, ["passkey"]],
    ["nor does an app that the person has", ["password", "totp"], { client: PHR }, ["passkey"]],
    ["a security key does", ["password", "security-key"], { client: PHR }, []],
    [
      "a remembered device is nothing to prove",
      ["password", "remembered-device"],
      { deployment: MFA },
      ["passkey", "totp"],
    ],
  ])("%s", (_, has, demands, factors) => {
    expect(factorsToEnrol(has, LEVELS, demands)).toEqual(factors);
  });

  it("and if the deployment has it", () => {
    expect(factorsToEnrol(["password"], levelsBy(["password", "recovery-code"]), { client: MFA })).toEqual([]);
    expect(factorsToEnrol(["password"], levelsBy(["password", "totp"]), { client: MFA })).toEqual(["totp"]);
  });
});

describe("what a person proves before they add a factor", () => {
  it.each<[Factor[], string[]]>([
    [["password"], ["password"]],
    [
      ["password", "recovery-code", "totp"],
      ["password recovery-code", "password totp"],
    ],
    [["password", "totp", "passkey"], ["passkey"]],
    [[], []],
  ])("%s", (has, levels) => {
    expect(strongestLevels(has, LEVELS).map(({ factors }) => factors.join(" "))).toEqual(levels);
  });
});

describe("hintOfAddress shows the first character of an address and its domain", () => {
  it.each([
    ["alice@example.org", "a…@example.org"],
    ["𝔞lice@example.org", "𝔞…@example.org"],
    ["a@example.org", "a…@example.org"],
  ])("%s", (address, hint) => {
    expect(hintOfAddress(address)).toBe(hint);
  });
});
