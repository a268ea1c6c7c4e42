import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerConsent, coveredScopes, isAnswered, isRequiredScope } from "./consent.ts";

const before = { grantedScopes: ["openid", "email"], declinedScopes: ["phone"] };

describe("OIDC Core §3.1.2.4: what was answered is not asked again", () => {
  it.each([
    ["what was allowed", ["openid", "email"], true],
    ["what was declined", ["openid", "phone"], true],
    ["less than was asked before", ["email"], true],
    ["nothing", [], true],
    ["consent-04: more than was asked before", ["openid", "email", "address"], false],
    ["a scope in another case", ["EMAIL"], false],
  ])("for %s", (_, scopes, answered) => {
    expect(isAnswered(scopes, before)).toBe(answered);
  });

  it.each([[["openid"]], [[]]])("but a person who never answered has answered nothing: %j", (scopes) => {
    expect(isAnswered(scopes, undefined)).toBe(false);
  });
});

describe("OIDC Core §3.1.2.4: only what was allowed is covered", () => {
  it.each([
    ["what was allowed", ["openid", "email"], ["openid", "email"]],
    ["nothing that was declined", ["openid", "phone"], ["openid"]],
    ["nothing that was never asked", ["openid", "address"], ["openid"]],
    ["nothing that this request does not name", ["openid"], ["openid"]],
  ])("%s", (_, requested, covered) => {
    expect(coveredScopes(requested, before)).toEqual(covered);
  });

  it("nothing where nothing was agreed", () => {
    expect(coveredScopes(["openid"], undefined)).toEqual([]);
  });
});

describe("OIDC Core §3.1.2.4: an answer", () => {
  it("grants what was left checked and remembers the rest as declined", () => {
    expect(answerConsent(["openid", "email", "phone"], ["email"], undefined)).toEqual({
      grantedScopes: ["openid", "email"],
      declinedScopes: ["phone"],
    });
  });

  it("grants openid with the word yes alone", () => {
    expect(isRequiredScope("openid")).toBe(true);
    expect(isRequiredScope("email")).toBe(false);
    expect(answerConsent(["openid"], [], undefined)).toEqual({ grantedScopes: ["openid"], declinedScopes: [] });
  });

  it("does not grant openid to a request that is not OpenID Connect", () => {
    expect(answerConsent(["email"], ["email", "openid"], undefined).grantedScopes).toEqual(["email"]);
  });

  it("consent-01: grants no box that was not shown", () => {
    expect(answerConsent(["openid", "email"], ["email", "admin"], undefined)).toEqual({
      grantedScopes: ["openid", "email"],
      declinedScopes: [],
    });
  });

  it.each([
    ["takes back what was allowed", ["email"], [], { grantedScopes: ["openid"], declinedScopes: ["phone", "email"] }],
    [
      "allows what was declined",
      ["phone"],
      ["phone"],
      { grantedScopes: ["openid", "email", "phone"], declinedScopes: [] },
    ],
    [
      "leaves alone what it is not about",
      ["address"],
      ["address"],
      { grantedScopes: ["openid", "email", "address"], declinedScopes: ["phone"] },
    ],
  ])("%s", (_, requested, checked, after) => {
    expect(answerConsent(requested, checked, before)).toEqual(after);
  });
});

describe("specification §4.8 rule 7, for all answers", () => {
  const scopes = fc.uniqueArray(fc.constantFrom<string>("openid", "email", "phone", "address", "admin"));
  const consents = fc.option(
    fc.record({ grantedScopes: scopes, declinedScopes: scopes }).map(({ grantedScopes, declinedScopes }) => ({
      grantedScopes,
      declinedScopes: declinedScopes.filter((scope) => !grantedScopes.includes(scope)),
    })),
    { nil: undefined },
  );

  it("never grants what was unchecked, nor more than was requested now or granted before", () => {
    fc.assert(
      fc.property(scopes, scopes, consents, (requested, checked, earlier) => {
        const after = answerConsent(requested, checked, earlier);
        for (const scope of after.grantedScopes) {
          const now = requested.includes(scope) && (checked.includes(scope) || scope === "openid");
          const kept = !requested.includes(scope) && earlier?.grantedScopes.includes(scope);
          expect(now || kept).toBe(true);
        }
      }),
    );
  });

  it("answers everything that was requested, each with yes or with no, and forgets nothing", () => {
    fc.assert(
      fc.property(scopes, scopes, consents, (requested, checked, earlier) => {
        const after = answerConsent(requested, checked, earlier);
        const answered = [...after.grantedScopes, ...after.declinedScopes];
        expect(isAnswered(requested, after)).toBe(true);
        expect(new Set(answered).size).toBe(answered.length);
        expect(isAnswered([...(earlier?.grantedScopes ?? []), ...(earlier?.declinedScopes ?? [])], after)).toBe(true);
      }),
    );
  });

  it("covers nothing that was not both requested and granted", () => {
    fc.assert(
      fc.property(scopes, consents, (requested, consent) => {
        const granted = consent?.grantedScopes ?? [];
        expect(coveredScopes(requested, consent)).toEqual(requested.filter((scope) => granted.includes(scope)));
      }),
    );
  });
});
