import { describe, expect, it } from "vitest";
import type { Prompt } from "../authorization-request.ts";
import type { ClaimsRequest } from "../claims-request.ts";
import type { Facts } from "./facts.ts";
import { nextStep } from "./next-step.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const secondsBeforeNoon = (seconds: number) => new Date(noon.getTime() - seconds * 1000);

const alice = { userId: "alice", authenticatedAt: secondsBeforeNoon(600), amr: ["pwd"], acr: "1" };
const agreed = {
  granted: { scopes: ["openid", "email"], claims: ["nickname"] },
  declined: { scopes: ["phone"], claims: ["gender"] },
};
const noClaims: ClaimsRequest = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };
const request = {
  prompt: [] as Prompt[],
  maxAgeSeconds: undefined,
  scopes: ["openid", "email"],
  claims: noClaims,
  acrValues: [],
};

/** The facts about alice if nothing is missing, with some facts changed. */
const facts = (changes: Partial<Facts> = {}): Facts => ({
  request,
  signIn: alice,
  consent: agreed,
  asksConsent: true,
  host: "rp.example",
  progress: {},
  mustPrompt: false,
  levels: ["1", "2", "3"].map((acr) => ({ factors: ["password"], amr: ["pwd"], acr })),
  now: noon,
  ...changes,
});

const asking = (prompt: Prompt[], more: Partial<Facts["request"]> = {}) => ({ ...request, prompt, ...more });
const aged = (maxAgeSeconds: number) => ({ ...request, maxAgeSeconds });

const login = { kind: "ask", page: "login" };
const select = { kind: "ask", page: "select-account" };
const consent = { kind: "ask", page: "consent" };
const issue = { kind: "issue", signIn: alice, scopes: ["openid", "email"], claims: { userinfo: [], idToken: [] } };

describe("OIDC Core §3.1.2.3: the person must be signed in", () => {
  it.each([
    ["asks a person who is not signed in", { signIn: undefined }, login],
    ["asks for the sign-in before the consent", { signIn: undefined, consent: undefined }, login],
    ["shows no page to a person with a session and a consent", {}, issue],
    ["prompt=login asks again", { request: asking(["login"]) }, login],
    ["prompt=select_account asks which account", { request: asking(["select_account"]) }, select],
    ["and a person without a session signs in", { request: asking(["select_account"]), signIn: undefined }, login],
    ["and with prompt=login by signing in", { request: asking(["login", "select_account"]) }, login],
    ["and before the consent", { request: asking(["select_account"]), consent: undefined }, select],
    [
      "prompt=select_account was answered by going on",
      { request: asking(["select_account"]), progress: { selectedUserId: "alice" } },
      issue,
    ],
    [
      "prompt=select_account was answered for another person",
      { request: asking(["select_account"]), progress: { selectedUserId: "bob" } },
      select,
    ],
    [
      "prompt=select_account was answered with another account",
      { request: asking(["select_account"]), progress: { another: true } },
      login,
    ],
    [
      "and the person who signs in then continues",
      { request: asking(["select_account"]), progress: { another: true, signedInUserId: "alice" } },
      issue,
    ],
    [
      "a choice is no answer to prompt=login",
      { request: asking(["login"]), progress: { selectedUserId: "alice" } },
      login,
    ],
    ["prompt=login was answered", { request: asking(["login"]), progress: { signedInUserId: "alice" } }, issue],
    [
      "prompt=login was answered by another person",
      { request: asking(["login"]), progress: { signedInUserId: "bob" } },
      login,
    ],
    [
      "prompt=select_account was answered by signing in",
      { request: asking(["select_account"]), progress: { signedInUserId: "alice" } },
      issue,
    ],
    [
      "an answer on a page signs no one in",
      { signIn: undefined, progress: { signedInUserId: "alice", consentedUserId: "alice" } },
      login,
    ],
    [
      "consent is no answer to prompt=login",
      { request: asking(["login"]), progress: { consentedUserId: "alice" } },
      login,
    ],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("OIDC Core §3.1.2.1: max_age counts from the last active authentication", () => {
  it.each([
    ["younger", { request: aged(601) }, issue],
    ["exactly as old", { request: aged(600) }, issue],
    ["older", { request: aged(599) }, login],
    ["a millisecond older", { request: aged(600), now: new Date(noon.getTime() + 1) }, login],
    ["older than 0", { request: aged(0) }, login],
    ["older, but answered", { request: aged(0), progress: { signedInUserId: "alice" } }, issue],
    ["older, and answered by another person", { request: aged(0), progress: { signedInUserId: "bob" } }, login],
    ["of this very moment, for 0 is prompt=login", { request: aged(0), now: alice.authenticatedAt }, login],
    [
      "from a clock that is ahead",
      { request: aged(1), signIn: { ...alice, authenticatedAt: secondsBeforeNoon(-5) } },
      { ...issue, signIn: { ...alice, authenticatedAt: secondsBeforeNoon(-5) } },
    ],
  ] satisfies [string, Partial<Facts>, object][])("for a sign-in that is %s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("OIDC Core §5.5.1.1: an acr that is essential", () => {
  const needing = (...essentialAcrs: string[]) => ({ ...request, claims: { ...noClaims, essentialAcrs } });
  const signedIn = { progress: { signedInUserId: "alice" } };

  it.each([
    ["that the sign-in has is met", { request: needing("2", "1") }, issue],
    ["that the session lacks requires another sign-in", { request: needing("2") }, login],
    [
      "that another person may have reached requires another sign-in",
      { request: needing("2"), progress: { signedInUserId: "bob" } },
      login,
    ],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });

  it("if signing in again did not reach it, the authentication failed", () => {
    expect(() => nextStep(facts({ request: needing("2"), ...signedIn }))).toThrow(
      expect.objectContaining({ code: "unmet_authentication_requirements" }),
    );
  });
});

describe("OIDC Core §3.1.2.4: the person must consent", () => {
  it.each([
    ["asks a person without a consent", { consent: undefined }, consent],
    [
      "asks a person without a consent, although nothing is requested",
      { consent: undefined, request: asking([], { scopes: [] }) },
      consent,
    ],
    ["consent-04: asks for more", { request: asking([], { scopes: ["openid", "address"] }) }, consent],
    [
      "does not ask again for what was declined",
      { request: asking([], { scopes: ["openid", "phone"] }) },
      { ...issue, scopes: ["openid"] },
    ],
    ["prompt=consent asks again", { request: asking(["consent"]) }, consent],
    ["prompt=consent was answered", { request: asking(["consent"]), progress: { consentedUserId: "alice" } }, issue],
    [
      "prompt=consent was answered by another person",
      { request: asking(["consent"]), progress: { consentedUserId: "bob" } },
      consent,
    ],
    [
      "a sign-in is no answer to prompt=consent",
      { request: asking(["consent"]), progress: { signedInUserId: "alice" } },
      consent,
    ],
    [
      "asks again where the consent was withdrawn after the answer",
      { consent: undefined, progress: { consentedUserId: "alice" } },
      consent,
    ],
    [
      "asks again where the answer did not cover the request",
      { request: asking([], { scopes: ["openid", "address"] }), progress: { consentedUserId: "alice" } },
      consent,
    ],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("our own pages need a sign-in, and no consent", () => {
  const own = { asksConsent: false, consent: undefined, request: { ...request, scopes: [] } };

  it.each([
    ["a person who is signed in continues", own, { ...issue, scopes: [] }],
    ["a person who is not signed in signs in", { ...own, signIn: undefined }, login],
    ["a sign-in that is too old is repeated", { ...own, request: { ...own.request, maxAgeSeconds: 599 } }, login],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("consent-11, RFC 6749 §10.2: a consent is valid for the hosts that the person saw", () => {
  it.each([
    ["is asked about at another host", { consent: { ...agreed, hosts: ["nice.example"] } }, consent],
    ["counts for all hosts if it was given before hosts were stored", { consent: { ...agreed, hosts: [] } }, issue],
    ["is valid for each of them", { consent: { ...agreed, hosts: ["nice.example", "rp.example"] } }, issue],
    [
      "is not replaced by an answer to this request",
      { consent: { ...agreed, hosts: ["nice.example"] }, progress: { consentedUserId: "alice" } },
      consent,
    ],
  ])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("OIDC Core §5.5 and §3.1.2.4: claims that are requested by name", () => {
  const naming = (userinfo: ClaimsRequest["userinfo"], idToken: ClaimsRequest["idToken"] = []) => ({
    request: { ...request, claims: { ...noClaims, userinfo, idToken } },
  });

  it.each([
    ["consent-04: of which one was never answered are asked for", naming(["nickname", "birthdate"]), consent],
    ["for the ID token are asked for just the same", naming([], ["birthdate"]), consent],
    [
      "are given where they were granted, and not where they were declined",
      naming(["nickname", "gender"], ["gender"]),
      { ...issue, claims: { userinfo: ["nickname"], idToken: [] } },
    ],
    [
      "come with their scope where that is requested too",
      naming(["email"], ["email_verified"]),
      { ...issue, claims: { userinfo: [], idToken: ["email_verified"] } },
    ],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });

  it("with prompt=none and no answer yet are consent_required", () => {
    const { claims } = naming(["birthdate"]).request;
    expect(() => nextStep(facts({ request: { ...request, prompt: ["none"], claims } }))).toThrow(
      expect.objectContaining({ code: "consent_required" }),
    );
  });
});

describe("RFC 8252 §8.6: if the recipient cannot be identified, the person is asked each time", () => {
  it.each([
    ["consent-03: asks a person who consented before", {}, consent],
    ["asks a person who consented with another account", { progress: { consentedUserId: "bob" } }, consent],
    ["asks once", { progress: { consentedUserId: "alice" } }, issue],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts({ ...changes, mustPrompt: true }))).toEqual(step);
  });
});

describe("RFC 8628 §5.4: the request of a device is confirmed by the person, regardless of earlier consents", () => {
  const device = { kind: "ask", page: "device-confirm" };
  const ofDevice = (changes: Partial<Facts> = {}) => nextStep(facts({ isOfDevice: true, ...changes }));

  it("after the sign-in and before the consent", () => {
    expect(ofDevice({ signIn: undefined })).toEqual(login);
    expect(ofDevice()).toEqual(device);
    expect(ofDevice({ consent: undefined })).toEqual(device);
    expect(ofDevice({ consent: undefined, progress: { confirmedUserId: "alice" } })).toEqual(consent);
    expect(ofDevice({ progress: { confirmedUserId: "alice" } })).toEqual(issue);
  });

  it("also where the operator consents for all people", () => {
    expect(ofDevice({ impliesConsent: true })).toEqual(device);
  });

  it("by the person who is signed in now", () => {
    expect(ofDevice({ progress: { confirmedUserId: "mallory" } })).toEqual(device);
  });

  it("a request that came from a browser is not", () => {
    expect(nextStep(facts())).toEqual(issue);
  });
});

describe("OIDC Core §3.1.2.6: prompt=none shows no page", () => {
  const none = asking(["none"]);

  it("issues a code if nothing is missing", () => {
    expect(nextStep(facts({ request: none }))).toEqual(issue);
  });

  it.each([
    ["authz-13: there is no session", { signIn: undefined }, "login_required"],
    ["the sign-in is too old", { request: { ...none, maxAgeSeconds: 599 } }, "login_required"],
    ["authz-14: there is no consent", { consent: undefined }, "consent_required"],
    ["more is requested", { request: { ...none, scopes: ["openid", "address"] } }, "consent_required"],
    ["the recipient cannot be identified", { mustPrompt: true }, "consent_required"],
  ] satisfies [string, Partial<Facts>, string][])("refuses if %s", (_, changes, code) => {
    expect(() => nextStep(facts({ request: none, ...changes }))).toThrow(
      expect.objectContaining({ code, message: "prompt is none, but a page is needed" }),
    );
  });
});

describe("specification §4.8 rule 7: a code carries no scope beyond the consent", () => {
  it.each([
    ["declined ones", ["openid", "email", "phone"], ["openid", "email"]],
    ["those that this request does not name", ["openid"], ["openid"]],
  ])("leaves out %s", (_, requested, scopes) => {
    expect(nextStep(facts({ request: asking([], { scopes: requested }) }))).toMatchObject({ kind: "issue", scopes });
  });
});

describe("terms that a person has not accepted", () => {
  it.each<[string, Partial<Facts>, object]>([
    ["are asked for before the consent", { lacksTerms: true, consent: undefined }, { page: "terms" }],
    ["are asked for after the sign-in", { lacksTerms: true, signIn: undefined }, login],
    ["are not asked for on our own pages", { lacksTerms: true, asksConsent: false }, { kind: "issue" }],
    ["are not asked for when nothing is missing", { lacksTerms: false }, issue],
  ])("%s", (_, changes, step) => expect(nextStep(facts(changes))).toMatchObject(step));

  it("give interaction_required where the client forbids pages", () => {
    expect(() => nextStep(facts({ lacksTerms: true, request: asking(["none"]) }))).toThrow(
      expect.objectContaining({ code: "interaction_required" }),
    );
  });
});

describe("OIDC Prompt Create 1.0 §4: a person creates an account", () => {
  const creating = asking(["create"]);
  const address = "new@example.org";
  it.each<[string, Partial<Facts>, object]>([
    ["prompt=create asks for an address first", { request: creating, signIn: undefined }, { page: "sign-up" }],
    ["in any session", { request: creating }, { page: "sign-up" }],
    ["a person may choose it", { signIn: undefined, progress: { signUp: { step: "address" } } }, { page: "sign-up" }],
    [
      "the code comes after the address",
      { signIn: undefined, progress: { signUp: { step: "code", address } } },
      { page: "sign-up-code" },
    ],
    [
      "the details come after the code",
      { signIn: undefined, progress: { signUp: { step: "details", address, proofId: "1" } } },
      { page: "sign-up-details" },
    ],
    [
      "a person who has an account signs in",
      { request: creating, signIn: undefined, progress: { signUp: { step: "left" } } },
      login,
    ],
    ["or continues with the session", { request: creating, progress: { signUp: { step: "left" } } }, issue],
    [
      "the new account ends it",
      { request: creating, progress: { signUp: { step: "details", address, proofId: "1" }, signedInUserId: "alice" } },
      issue,
    ],
    [
      "and continues to the consent",
      { request: creating, consent: undefined, progress: { signedInUserId: "alice" } },
      consent,
    ],
    [
      "a factor that is still missing comes before",
      { request: creating, signIn: undefined, progress: { proving: { userId: "alice", proofs: [] } } },
      login,
    ],
  ])("%s", (_, changes, step) => expect(nextStep(facts(changes))).toMatchObject(step));
});

describe("OIDC Core §3.1.2.4: the operator consents for all people", () => {
  const implied = (changes: Partial<Facts> = {}) => facts({ impliesConsent: true, ...changes });
  const record = { kind: "consent" };
  const types = { scopes: ["openid", "phone"], claims: noClaims };

  it.each<[string, Partial<Facts>, object]>([
    ["records what was never answered", { consent: undefined }, record],
    ["without a page, if the client forbids one", { consent: undefined, request: asking(["none"]) }, record],
    ["records what the person declined before", { request: asking([], types) }, record],
    ["records another host", { consent: { ...agreed, hosts: ["other.example"] } }, record],
    ["issues what is recorded", {}, issue],
    ["issues with prompt=consent", { request: asking(["consent"]) }, issue],
    ["signs the person in first", { consent: undefined, signIn: undefined }, login],
    ["consent-03: asks where another app could get the answer", { consent: undefined, mustPrompt: true }, consent],
    [
      "consent-03: asks each time where another app could get the answer",
      { mustPrompt: true, progress: { consentedUserId: "bob" } },
      consent,
    ],
  ])("%s", (_, changes, expected) => {
    expect(nextStep(implied(changes))).toMatchObject(expected);
  });

  it("consent-03: asks about authorization details", () => {
    const details = [{ type: "payment", resources: [], value: {} }] as unknown as Facts["request"]["details"];
    expect(nextStep(implied({ request: { ...request, details } }))).toEqual(consent);
  });
});
