import { describe, expect, it } from "vitest";
import type { EnrolmentProgress } from "../../people/levels/enrolment.ts";
import { ACRS, type Factor, LEVELS, levelsBy, type Proof } from "../../people/levels/proofs.ts";
import type { Prompt } from "../authorization-request.ts";
import type { Facts } from "./facts.ts";
import { nextStep } from "./next-step.ts";
import { personToProve, provingOf, waysToProve } from "./sign-in-step.ts";

const [PASSWORD, MFA, PHR, PHRH] = ACRS;
const noon = new Date("2030-01-01T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(noon.getTime() - minutes * 60_000);
const proved = (factor: Factor, minutes = 1): Proof => ({ factor, at: minutesAgo(minutes) });
const code = (name: string) => expect.objectContaining({ code: name });

const request: Facts["request"] = {
  prompt: [],
  maxAgeSeconds: undefined,
  scopes: ["openid"],
  claims: { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined },
  acrValues: [],
};
const asking = (more: Partial<Facts["request"]>) => ({ request: { ...request, ...more } });
const essential = (...essentialAcrs: string[]) => asking({ claims: { ...request.claims, essentialAcrs } });

/** Alice has a session by her password of ten minutes ago, and agreed to everything. */
const session = {
  userId: "alice",
  authenticatedAt: minutesAgo(10),
  amr: ["pwd"],
  acr: PASSWORD,
  proofs: [proved("password", 10)],
};
const facts = (changes: Partial<Facts> = {}): Facts => ({
  request,
  signIn: session,
  consent: { granted: { scopes: ["openid"], claims: [] }, declined: { scopes: [], claims: [] } },
  host: "rp.example",
  asksConsent: true,
  progress: {},
  mustPrompt: false,
  levels: LEVELS,
  has: ["password", "totp", "recovery-code"],
  now: noon,
  ...changes,
});
const pageOf = (changes: Partial<Facts>) => {
  const step = nextStep(facts(changes));
  return step.kind === "ask" ? step.page : "issue";
};
const halfWay = { proving: { userId: "alice", proofs: [proved("password")] } };
const nobody = { signIn: undefined };

describe("between a password and a second factor a person is not signed in", () => {
  it.each<[string, Partial<Facts>, string]>([
    ["no factor is proved", { ...nobody, has: undefined }, "login"],
    ["a password was proved, and the account has a second factor", { ...nobody, progress: halfWay }, "second-factor"],
    [
      "five minutes passed since the password",
      { ...nobody, progress: { proving: { userId: "alice", proofs: [proved("password", 6)] } }, has: undefined },
      "login",
    ],
    ["otp-07: a session of another tab does not replace the second factor", { progress: halfWay }, "second-factor"],
    [
      "otp-06: nor does the session of another person",
      { progress: { proving: { userId: "mallory", proofs: [proved("password")] } } },
      "second-factor",
    ],
    [
      "only a second factor proves no person",
      { ...nobody, progress: { proving: { userId: "alice", proofs: [proved("totp")] } } },
      "login",
    ],
  ])("%s", (_, changes, page) => {
    expect(pageOf(changes)).toBe(page);
  });
});

describe("RFC 9470 §5, OIDC Core §5.5.1.1: step-up asks only for what is missing", () => {
  it.each<[string, Partial<Facts>, string]>([
    ["acr_values that the session has", asking({ acrValues: [PASSWORD] }), "issue"],
    ["acr_values that it lacks", asking({ acrValues: [MFA] }), "second-factor"],
    ["one of acr_values that it has", asking({ acrValues: [PHR, PASSWORD] }), "issue"],
    ["step-02: an essential acr that it lacks", essential(MFA), "second-factor"],
    ["the client's demand", { required: { client: MFA } }, "second-factor"],
    ["the deployment's demand", { required: { deployment: MFA } }, "second-factor"],
    [
      "a session older than twelve hours",
      { ...asking({ acrValues: [MFA] }), signIn: { ...session, proofs: [proved("password", 721)] }, has: undefined },
      "login",
    ],
    [
      "a first proof older than max_age",
      {
        ...asking({ acrValues: [PHR], maxAgeSeconds: 300 }),
        signIn: { ...session, acr: MFA, authenticatedAt: minutesAgo(1), proofs: [proved("password"), proved("totp")] },
        has: ["password", "security-key"],
      },
      "second-factor",
    ],
    [
      "prompt=login counts no earlier proof",
      { ...asking({ acrValues: [MFA], prompt: ["login"] }), has: undefined },
      "login",
    ],
    [
      "a session from before proofs were stored",
      { ...asking({ acrValues: [MFA] }), signIn: { ...session, proofs: undefined }, has: undefined },
      "login",
    ],
    [
      "a passkey is proved on the sign-in page",
      { ...asking({ acrValues: [PHR] }), has: ["password", "passkey"] },
      "login",
    ],
  ])("%s", (_, changes, page) => {
    expect(pageOf(changes)).toBe(page);
  });

  it("step-03, step-04: the session of another person is left alone", () => {
    const progress = { proving: { userId: "bob", proofs: [proved("password")] } };
    expect(provingOf(facts({ progress }))).toEqual({ userId: "bob", proofs: [proved("password")] });
  });

  it("the proofs of the session and of the request count together", () => {
    const progress = { proving: { userId: "alice", proofs: [proved("totp")] } };
    const { proofs } = provingOf(facts({ ...asking({ acrValues: [MFA] }), progress })) ?? {};
    expect(proofs).toEqual([proved("password", 10), proved("totp")]);
  });

  it("the answer states the requested acr that a stronger session meets", () => {
    const signIn = { ...session, acr: PHR };
    expect(nextStep(facts({ ...asking({ acrValues: [MFA] }), signIn }))).toMatchObject({ signIn: { acr: MFA } });
  });
});

describe("which factor completes the sign-in", () => {
  const everything: Factor[] = ["password", "totp", "recovery-code", "security-key", "passkey", "remembered-device"];
  it.each<[string, Partial<Facts>, Factor[]]>([
    ["those that the person has", asking({ acrValues: [MFA] }), ["recovery-code", "totp"]],
    ["those that reach the level", { ...asking({ acrValues: [PHR] }), has: everything }, ["security-key", "passkey"]],
    [
      "those of the most preferred level that the person can reach come first",
      { ...asking({ acrValues: [PHR, MFA] }), has: everything, progress: halfWay },
      ["security-key", "passkey", "recovery-code", "totp"],
    ],
    [
      "those of a less preferred level otherwise",
      { ...asking({ acrValues: [PHR, MFA] }), progress: halfWay },
      ["recovery-code", "totp"],
    ],
  ])("%s", (_, changes, ways) => {
    expect(waysToProve(facts(changes))).toEqual(ways);
  });

  it("the factors are needed only while a proof is missing and it is known whose", () => {
    expect(personToProve(facts())).toBeUndefined();
    expect(personToProve(facts(nobody))).toBeUndefined();
    expect(personToProve(facts({ ...nobody, progress: halfWay }))).toBe("alice");
    expect(personToProve(facts(asking({ acrValues: [MFA] })))).toBe("alice");
  });
});

describe("a demand that the person cannot meet, by a factor that cannot be set up on the way", () => {
  const plain: Partial<Facts> = { has: ["password"], levels: levelsBy(["password", "security-key"]) };

  it.each<[string, Partial<Facts>]>([
    ["of acr_values", asking({ acrValues: [PHR] })],
    ["of acr_values, of which nothing can be reached", asking({ acrValues: [PHR, PHRH] })],
    ["of an essential acr", essential(PHR)],
    ["of the client", { required: { client: PHR } }],
  ])("%s is unmet_authentication_requirements", (_, changes) => {
    expect(() => nextStep(facts({ ...plain, ...changes }))).toThrow(code("unmet_authentication_requirements"));
  });

  it("that no factor of the deployment meets is refused before the sign-in", () => {
    const levels = levelsBy(["password"]);
    const changes = { ...nobody, levels, required: { deployment: MFA } };
    expect(() => nextStep(facts(changes))).toThrow(code("unmet_authentication_requirements"));
  });

  it("a person who has a second factor proves it", () => {
    expect(pageOf({ required: { deployment: MFA } })).toBe("second-factor");
  });
});

describe("a person without a factor that meets the demands sets one up, after the proofs that they can give", () => {
  const plain: Partial<Facts> = { has: ["password"] };
  const recent = { ...nobody, progress: halfWay };
  const enrolling = (enrolment: EnrolmentProgress, minutes = 1) => ({
    ...nobody,
    ...asking({ acrValues: [MFA] }),
    progress: { proving: { userId: "alice", proofs: [proved("password", minutes)] }, enrolment },
  });
  const code = { userId: "alice", step: "code" } as const;

  it.each<[string, Partial<Facts>, string]>([
    ["the deployment demands it", { ...recent, required: { deployment: MFA } }, "enrol"],
    ["the client demands it", { ...recent, required: { client: MFA } }, "enrol"],
    ["acr_values demand it", { ...recent, ...asking({ acrValues: [MFA] }) }, "enrol"],
    ["an essential acr demands it", { ...recent, ...essential(MFA) }, "enrol"],
    ["a session by password of ten minutes ago is strong enough to begin", asking({ acrValues: [MFA] }), "enrol"],
    [
      "one of an hour ago is not",
      { ...asking({ acrValues: [MFA] }), signIn: { ...session, proofs: [proved("password", 60)] } },
      "login",
    ],
    ["a code was mailed", enrolling(code), "enrol-code"],
    ["the code was proved", enrolling({ userId: "alice", step: "totp", proofId: "1" }), "enrol-totp"],
    [
      "the code for a passkey was proved",
      enrolling({ userId: "alice", step: "passkey", proofId: "1" }),
      "enrol-passkey",
    ],
    ["the password was proved 24 minutes ago", enrolling(code, 24), "enrol-code"],
    ["the password was proved 26 minutes ago", { ...enrolling(code, 26), has: undefined }, "login"],
    ["another person began before", enrolling({ userId: "mallory", step: "totp", proofId: "1" }), "enrol"],
    [
      "the recovery codes of a factor that is gone were shown",
      enrolling({ userId: "alice", step: "recovery-codes" }),
      "enrol",
    ],
    ["no one proved anything", { ...enrolling(code), progress: { enrolment: code }, has: undefined }, "login"],
  ])("%s", (_, changes, page) => {
    expect(pageOf({ ...plain, ...changes })).toBe(page);
  });

  it("a person who has such a factor proves it, regardless of what was begun", () => {
    const step = { userId: "alice", step: "totp", proofId: "1" } as const;
    expect(pageOf({ ...enrolling(step), has: ["password", "totp"] })).toBe("second-factor");
  });

  it("the request goes on when the person keeps the recovery codes", () => {
    const signIn = { ...session, acr: MFA };
    const enrolment = { userId: "alice", step: "recovery-codes" } as const;
    expect(pageOf({ signIn, progress: { enrolment } })).toBe("enrol-recovery-codes");
    expect(pageOf({ signIn, progress: { enrolment: { ...enrolment, userId: "mallory" } } })).toBe("issue");
  });

  it("with prompt=none it is login_required", () => {
    const changes = { ...plain, ...asking({ acrValues: [MFA], prompt: ["none"] }) };
    expect(() => nextStep(facts(changes))).toThrow(expect.objectContaining({ code: "login_required" }));
  });
});

describe("OIDC Core §3.1.2.6: prompt=none shows no page of a sign-in", () => {
  const none = (more: Partial<Facts["request"]> = {}) => asking({ prompt: ["none"] as Prompt[], ...more });

  it.each<[string, Partial<Facts>, string]>([
    [
      "step-01: an essential acr that was not reached",
      none({ claims: essential(MFA).request.claims }),
      "login_required",
    ],
    ["acr_values that were not reached", none({ acrValues: [MFA] }), "login_required"],
    ["acr_values that the person must set up a factor for", none({ acrValues: [PHR] }), "login_required"],
    [
      "acr_values that the person cannot reach",
      { ...none({ acrValues: [PHR] }), has: ["password"], levels: levelsBy(["password", "security-key"]) },
      "unmet_authentication_requirements",
    ],
  ])("%s", (_, changes, error) => {
    expect(() => nextStep(facts(changes))).toThrow(code(error));
  });
});
