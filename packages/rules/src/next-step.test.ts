import { describe, expect, it } from "vitest";
import type { Prompt } from "./authorization-request.ts";
import { type Facts, nextStep } from "./next-step.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const secondsBeforeNoon = (seconds: number) => new Date(noon.getTime() - seconds * 1000);

const alice = { userId: "alice", authenticatedAt: secondsBeforeNoon(600), amr: ["pwd"], acr: "1" };
const agreed = { grantedScopes: ["openid", "email"], declinedScopes: ["phone"] };
const request = { prompt: [] as Prompt[], maxAgeSeconds: undefined, scopes: ["openid", "email"] };

/** What alice has when nothing is missing, with some facts changed. */
const facts = (changes: Partial<Facts> = {}): Facts => ({
  request,
  signIn: alice,
  consent: agreed,
  answers: {},
  neverSilent: false,
  now: noon,
  ...changes,
});

const asking = (prompt: Prompt[], more: Partial<Facts["request"]> = {}) => ({ ...request, prompt, ...more });
const aged = (maxAgeSeconds: number) => ({ ...request, maxAgeSeconds });

const login = { kind: "ask", page: "login" };
const consent = { kind: "ask", page: "consent" };
const issue = { kind: "issue", signIn: alice, scopes: ["openid", "email"] };

describe("OIDC Core §3.1.2.3: who is the person", () => {
  it.each([
    ["asks a person who is not signed in", { signIn: undefined }, login],
    ["asks for the sign-in before the consent", { signIn: undefined, consent: undefined }, login],
    ["asks nobody who is signed in and agreed", {}, issue],
    ["prompt=login asks again", { request: asking(["login"]) }, login],
    ["prompt=select_account asks again", { request: asking(["select_account"]) }, login],
    ["prompt=login was answered", { request: asking(["login"]), answers: { signedInUserId: "alice" } }, issue],
    [
      "prompt=login was answered by somebody else",
      { request: asking(["login"]), answers: { signedInUserId: "bob" } },
      login,
    ],
    [
      "prompt=select_account was answered",
      { request: asking(["select_account"]), answers: { signedInUserId: "alice" } },
      issue,
    ],
    [
      "an answer signs nobody in",
      { signIn: undefined, answers: { signedInUserId: "alice", consentedUserId: "alice" } },
      login,
    ],
    [
      "consent is no answer to prompt=login",
      { request: asking(["login"]), answers: { consentedUserId: "alice" } },
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
    ["older, but answered", { request: aged(0), answers: { signedInUserId: "alice" } }, issue],
    ["older, and answered by somebody else", { request: aged(0), answers: { signedInUserId: "bob" } }, login],
    [
      "from a clock that is ahead",
      { request: aged(0), signIn: { ...alice, authenticatedAt: secondsBeforeNoon(-5) } },
      { ...issue, signIn: { ...alice, authenticatedAt: secondsBeforeNoon(-5) } },
    ],
  ] satisfies [string, Partial<Facts>, object][])("for a sign-in that is %s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("OIDC Core §3.1.2.4: did the person agree", () => {
  it.each([
    ["asks who never agreed", { consent: undefined }, consent],
    [
      "asks who never agreed, though nothing is requested",
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
    ["prompt=consent was answered", { request: asking(["consent"]), answers: { consentedUserId: "alice" } }, issue],
    [
      "prompt=consent was answered by somebody else",
      { request: asking(["consent"]), answers: { consentedUserId: "bob" } },
      consent,
    ],
    [
      "a sign-in is no answer to prompt=consent",
      { request: asking(["consent"]), answers: { signedInUserId: "alice" } },
      consent,
    ],
    [
      "asks again where the consent was withdrawn after the answer",
      { consent: undefined, answers: { consentedUserId: "alice" } },
      consent,
    ],
    [
      "asks again where the answer did not cover the request",
      { request: asking([], { scopes: ["openid", "address"] }), answers: { consentedUserId: "alice" } },
      consent,
    ],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts(changes))).toEqual(step);
  });
});

describe("RFC 8252 §8.6: where nobody can tell who receives the answer, a person looks each time", () => {
  it.each([
    ["consent-03: asks who agreed before", {}, consent],
    ["asks whoever agreed on another account", { answers: { consentedUserId: "bob" } }, consent],
    ["asks once", { answers: { consentedUserId: "alice" } }, issue],
  ] satisfies [string, Partial<Facts>, object][])("%s", (_, changes, step) => {
    expect(nextStep(facts({ ...changes, neverSilent: true }))).toEqual(step);
  });
});

describe("OIDC Core §3.1.2.6: prompt=none shows nothing", () => {
  const none = asking(["none"]);

  it("issues where nothing is missing", () => {
    expect(nextStep(facts({ request: none }))).toEqual(issue);
  });

  it.each([
    ["authz-13: nobody is signed in", { signIn: undefined }, "login_required"],
    ["the sign-in is too old", { request: { ...none, maxAgeSeconds: 599 } }, "login_required"],
    ["authz-14: nobody agreed", { consent: undefined }, "consent_required"],
    ["more is requested", { request: { ...none, scopes: ["openid", "address"] } }, "consent_required"],
    ["nobody can tell who receives the answer", { neverSilent: true }, "consent_required"],
  ] satisfies [string, Partial<Facts>, string][])("refuses where %s", (_, changes, code) => {
    expect(() => nextStep(facts({ request: none, ...changes }))).toThrow(
      expect.objectContaining({ code, message: "a person must be asked" }),
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
