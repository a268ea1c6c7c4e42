import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptedLevels,
  assertReachable,
  type Demands,
  isAtLeast,
  isReachable,
  knownAcrs,
  levelsByPolicy,
  meetsDemands,
  preferredLevels,
  statedAcr,
  withAccount,
} from "./demands.ts";
import { ACRS, assessProofs, FACTORS, type Factor, LEVELS, levelsBy } from "./proofs.ts";

const [PASSWORD, MFA, PHR, PHRH] = ACRS;
/** The levels without those by a sign-in at another provider. */
const OWN = LEVELS.filter(({ factors }) => !factors.includes("federated"));
const noon = new Date("2030-01-01T12:00:00Z");
const proofsOf = (factors: readonly Factor[]) => factors.map((factor) => ({ factor, at: noon }));

describe("RFC 8176 §2: the level of a person's proofs", () => {
  it.each<[Factor[], string[] | undefined, string | undefined]>([
    [["password"], ["pwd"], PASSWORD],
    [["password", "remembered-device"], ["pwd"], PASSWORD],
    [["password", "totp"], ["pwd", "otp", "mfa"], MFA],
    [["password", "recovery-code"], ["pwd", "mfa"], MFA],
    [["password", "security-key"], ["pwd", "pop", "user", "mfa"], PHR],
    [["passkey"], ["pop", "user", "mfa"], PHR],
    [["password", "passkey"], ["pop", "user", "mfa"], PHR],
    [["password", "totp", "recovery-code"], ["pwd", "otp", "mfa"], MFA],
    [["federated"], ["federated"], PASSWORD],
    [["federated", "remembered-device"], ["federated"], PASSWORD],
    [["federated", "federated-mfa"], ["federated", "mfa"], MFA],
    [["federated", "totp"], ["federated", "otp", "mfa"], MFA],
    [["federated", "recovery-code"], ["federated", "mfa"], MFA],
    [["federated", "security-key"], ["federated", "pop", "user", "mfa"], PHR],
    [["federated", "federated-phr"], ["federated", "pop", "mfa"], PHR],
    [["federated-phr"], undefined, undefined],
    [["federated-mfa"], undefined, undefined],
    [["federated-mfa", "totp"], undefined, undefined],
    [["totp"], undefined, undefined],
    [["security-key"], undefined, undefined],
    [["recovery-code", "totp"], undefined, undefined],
    [["remembered-device"], undefined, undefined],
  ])("%j", (factors, amr, acr) => {
    const { authentication } = assessProofs(proofsOf(factors), LEVELS);
    expect(authentication).toEqual(amr && { amr, acr, authenticatedAt: noon });
  });

  it("a code by email is not a factor, so it adds nothing to a password", () => {
    expect(FACTORS.filter((factor) => factor.includes("mail"))).toEqual([]);
  });

  it("a deployment supports the levels that its factors reach", () => {
    const acrsOf = (...factors: Factor[]) => [...new Set(levelsBy(factors).map(({ acr }) => acr))];
    expect(acrsOf("password")).toEqual([PASSWORD]);
    expect(acrsOf("password", "totp")).toEqual([PASSWORD, MFA]);
    expect(acrsOf("password", "passkey")).toEqual([PASSWORD, PHR]);
    expect(acrsOf("totp", "security-key")).toEqual([]);
  });
});

describe("the order password < mfa < phr < phrh", () => {
  it("an acr meets itself and each weaker one", () => {
    for (const [rank, acr] of ACRS.entries()) {
      expect(ACRS.filter((other) => isAtLeast(acr, other))).toEqual(ACRS.slice(0, rank + 1));
    }
  });

  it("one that is not of the order meets only itself", () => {
    expect(isAtLeast("2", "2")).toBe(true);
    for (const acr of ACRS) expect([isAtLeast("2", acr), isAtLeast(acr, "2")]).toEqual([false, false]);
  });
});

describe("the strictest demand decides", () => {
  it.each<[string, Demands, (string | undefined)[]]>([
    ["there is no demand", {}, [PASSWORD, PASSWORD, MFA, MFA, PHR, PHR]],
    ["the deployment does: a remembered device meets it", { deployment: MFA }, [PASSWORD, MFA, MFA, PHR, PHR]],
    ["the client does: a remembered device does not", { client: MFA }, [MFA, MFA, PHR, PHR]],
    ["the request does", { acrValues: [MFA] }, [MFA, MFA, PHR, PHR]],
    ["an essential acr", { essentialAcrs: [PHR] }, [PHR, PHR]],
    ["one of several values", { essentialAcrs: [PHR, MFA] }, [MFA, MFA, PHR, PHR]],
    ["deployment and client", { deployment: MFA, client: PHR }, [PHR, PHR]],
    ["deployment and request", { deployment: PHR, acrValues: [PASSWORD] }, [PASSWORD, PHR, PHR]],
    ["client and request", { client: MFA, acrValues: [PHR, PASSWORD] }, [MFA, MFA, PHR, PHR]],
    ["phrh, which nothing reaches", { client: PHRH }, []],
  ])("%s", (_, demands, expected) => {
    expect(acceptedLevels(OWN, demands).map(({ acr }) => acr)).toEqual(expected);
  });

  it("an acr is reachable if a level has it that is proved at each sign-in", () => {
    expect([MFA, PHRH, "unknown"].map((acr) => isReachable(OWN, acr))).toEqual([true, false, false]);
    const remembered = LEVELS.filter(({ factors }) => factors.includes("remembered-device"));
    expect(isReachable(remembered, MFA)).toBe(false);
    expect(isReachable(remembered, PASSWORD)).toBe(false);
  });

  it("otp-12: a remembered device meets the deployment's demand, and none of a client or a request", () => {
    const signIn = { acr: PASSWORD, proofs: proofsOf(["password", "remembered-device"]) };
    expect(meetsDemands(signIn, { deployment: PHR })).toBe(true);
    expect(meetsDemands(signIn, { client: MFA })).toBe(false);
    expect(meetsDemands(signIn, { acrValues: [MFA] })).toBe(false);
    expect(meetsDemands(signIn, { essentialAcrs: [MFA] })).toBe(false);
    expect(meetsDemands({ acr: PASSWORD, proofs: proofsOf(["password"]) }, { deployment: MFA })).toBe(false);
  });

  const acr = fc.constantFrom(...ACRS);
  const demands = fc.record({
    deployment: fc.option(acr, { nil: undefined }),
    client: fc.option(acr, { nil: undefined }),
    essentialAcrs: fc.option(fc.array(acr, { minLength: 1 }), { nil: undefined }),
    acrValues: fc.array(acr),
  });
  const factors = fc.uniqueArray(fc.constantFrom(...FACTORS));

  it("a further demand accepts no level that was refused", () => {
    fc.assert(
      fc.property(demands, fc.constantFrom("deployment", "client"), acr, (asked, by, more) => {
        const stricter = { ...asked, [by]: isAtLeast(asked[by] ?? PASSWORD, more) ? asked[by] : more };
        const before = acceptedLevels(OWN, asked);
        for (const level of acceptedLevels(OWN, stricter)) expect(before).toContain(level);
      }),
    );
  });

  it("a further proof never makes a sign-in fail a demand that it met", () => {
    fc.assert(
      fc.property(demands, factors, fc.constantFrom(...FACTORS), (asked, proved, more) => {
        const accepted = acceptedLevels(OWN, asked);
        fc.pre(accepted.length > 0);
        if (assessProofs(proofsOf(proved), accepted).authentication === undefined) return;
        expect(assessProofs(proofsOf([...proved, more]), accepted).authentication).toBeDefined();
      }),
    );
  });

  it("a further factor never lowers what the account must show", () => {
    fc.assert(
      fc.property(demands, factors, fc.constantFrom(...FACTORS), (asked, has, more) => {
        const before = acceptedLevels(OWN, withAccount(asked, has));
        for (const level of acceptedLevels(OWN, withAccount(asked, [...has, more]))) expect(before).toContain(level);
      }),
    );
  });
});

describe("an account with a second factor shows one at each sign-in by password", () => {
  it.each<[Factor[], string | undefined]>([
    [["password"], undefined],
    [["password", "passkey"], undefined],
    [["password", "recovery-code"], undefined],
    [["password", "totp"], MFA],
    [["password", "security-key"], MFA],
    [["password", "security-key", "totp", "passkey"], MFA],
  ])("%j", (has, deployment) => {
    expect(withAccount({}, has).deployment).toBe(deployment);
    expect(withAccount({ deployment: PHR }, has).deployment).toBe(PHR);
    expect(withAccount({ deployment: PASSWORD }, has).deployment).toBe(deployment ?? PASSWORD);
  });
});

describe("OIDC Core §3.1.2.1, RFC 9470 §5: acr_values", () => {
  it("keeps known values in their order, once each", () => {
    expect(knownAcrs(["9", PHR, "constructor", MFA, PHR, ""])).toEqual([PHR, MFA]);
    expect(knownAcrs(["urn:unknown"])).toEqual([]);
  });

  it("asks for the most preferred value that can be reached", () => {
    const reachable = levelsBy(["password", "totp"]);
    expect(preferredLevels(reachable, { acrValues: [PHR, MFA, PASSWORD] }).map(({ acr }) => acr)).toEqual([MFA]);
    expect(preferredLevels(reachable, {})).toEqual(reachable);
  });

  it("the client's and the deployment's demands are apart from it", () => {
    expect(levelsByPolicy(OWN, { client: PHR, acrValues: [PASSWORD] }).map(({ acr }) => acr)).toEqual([PHR, PHR]);
  });

  it.each<[string, string, Demands, string]>([
    ["what was reached, if nothing was requested", PHR, {}, PHR],
    ["the value that was requested and reached", MFA, { acrValues: [PHR, MFA] }, MFA],
    ["the strongest requested value that a stronger sign-in meets", PHR, { acrValues: [PASSWORD, MFA] }, MFA],
    ["the same for an essential acr", PHR, { essentialAcrs: [MFA], acrValues: [PASSWORD] }, MFA],
    ["what was reached, if nothing requested was", PASSWORD, { acrValues: [PHR] }, PASSWORD],
  ])("OIDC Core §5.5.1.1: the answer states %s", (_, acr, demands, stated) => {
    expect(statedAcr(acr, demands)).toBe(stated);
  });

  it("a demand that no way of signing in meets is refused, and a remembered device is not a way", () => {
    const unmet = expect.objectContaining({ code: "unmet_authentication_requirements" });
    const only = levelsBy(["password", "remembered-device"]);
    expect(() => assertReachable(only, {})).not.toThrow();
    for (const demands of [{ deployment: MFA }, { client: MFA }, { acrValues: [MFA] }, { essentialAcrs: ["9"] }]) {
      expect(() => assertReachable(only, demands)).toThrow(unmet);
    }
  });
});
