import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClaimsByName, RequestableClaim } from "../request/claims-request.ts";
import {
  answerConsent,
  askedBy,
  coveredClaims,
  coveredScopes,
  isAnswered,
  isRequiredScope,
  withheldClaims,
} from "./consent.ts";

const before = {
  granted: { scopes: ["openid", "email"], claims: ["nickname"] },
  declined: { scopes: ["phone"], claims: ["gender"] },
};
const shares = (scopes: readonly string[], claims: readonly string[] = []) => ({ scopes, claims });
const named = (userinfo: ClaimsByName["userinfo"], idToken: ClaimsByName["idToken"] = []) => ({ userinfo, idToken });

describe("OIDC Core §3.1.2.4: an answered question is not asked again", () => {
  it.each<[string, readonly string[], readonly string[], boolean]>([
    ["what was allowed", ["openid", "email"], ["nickname"], true],
    ["what was declined", ["openid", "phone"], ["gender"], true],
    ["less than was requested before", ["email"], [], true],
    ["nothing", [], [], true],
    ["consent-04: more than was requested before", ["openid", "email", "address"], [], false],
    ["consent-04: the same with an additional claim", ["openid", "email"], ["birthdate"], false],
    ["a scope in another case", ["EMAIL"], [], false],
    ["a claim with the name of an answered scope", ["openid"], ["email"], false],
  ])("for %s", (_, scopes, claims, answered) => {
    expect(isAnswered(shares(scopes, claims), before)).toBe(answered);
  });

  it.each([[["openid"]], [[]]])("a person without an answer has answered nothing: %j", (scopes) => {
    expect(isAnswered(shares(scopes), undefined)).toBe(false);
  });

  it("a claim is asked for once, and not in addition to its scope", () => {
    expect(askedBy({ scopes: ["openid", "email"], claims: named(["email", "name"], ["name", "gender"]) })).toEqual(
      shares(["openid", "email"], ["name", "gender"]),
    );
  });
});

describe("OIDC Core §3.1.2.4: only what was allowed is granted", () => {
  it.each([
    ["what was allowed", ["openid", "email"], ["openid", "email"]],
    ["nothing that was declined", ["openid", "phone"], ["openid"]],
    ["nothing that the person was never asked", ["openid", "address"], ["openid"]],
    ["nothing that this request does not name", ["openid"], ["openid"]],
  ])("%s", (_, requested, covered) => {
    expect(coveredScopes(requested, before)).toEqual(covered);
  });

  it.each<[string, readonly string[], ClaimsByName, ClaimsByName]>([
    [
      "claims that were allowed by name",
      ["openid"],
      named(["nickname"], ["nickname"]),
      named(["nickname"], ["nickname"]),
    ],
    ["none that was declined by name", ["openid"], named(["gender"], ["gender"]), named([])],
    ["no claim that the person was never asked", ["openid"], named(["birthdate"], ["birthdate"]), named([])],
    [
      "the claims of an allowed scope that does not include them in this place",
      ["openid", "email"],
      named(["email"], ["email"]),
      named([], ["email"]),
    ],
    ["none of a declined scope", ["openid", "phone"], named(["phone_number"], ["phone_number"]), named([])],
    ["none of a scope that this request does not name", ["openid"], named(["email"], ["email"]), named([])],
    [
      "no claim by name if its scope is requested and was not allowed",
      ["openid", "profile"],
      named(["nickname"], ["nickname"]),
      named([]),
    ],
  ])("%s", (_, scopes, claims, covered) => {
    expect(coveredClaims({ scopes, claims }, before)).toEqual(covered);
  });

  it("nothing without a consent", () => {
    expect(coveredScopes(["openid"], undefined)).toEqual([]);
    expect(coveredClaims({ scopes: ["openid", "email"], claims: named(["name"], ["email"]) }, undefined)).toEqual(
      named([]),
    );
  });

  it("every claim that neither a scope nor a name grants is withheld", () => {
    const withheld = withheldClaims(before);
    expect(withheld).toEqual(expect.arrayContaining(["gender", "phone_number", "birthdate"]));
    expect(["email", "email_verified", "nickname", "sub"].filter((claim) => withheld.includes(claim))).toEqual([]);
  });
});

describe("OIDC Core §3.1.2.4: an answer on the consent page", () => {
  it("grants what stayed checked and remembers the rest as declined", () => {
    expect(
      answerConsent(shares(["openid", "email", "phone"], ["name", "gender"]), shares(["email"], ["name"]), undefined),
    ).toEqual({
      granted: shares(["openid", "email"], ["name"]),
      declined: shares(["phone"], ["gender"]),
    });
  });

  it("grants openid with only the button", () => {
    expect(isRequiredScope("openid")).toBe(true);
    expect(isRequiredScope("email")).toBe(false);
    expect(answerConsent(shares(["openid"]), shares([]), undefined)).toEqual({
      granted: shares(["openid"]),
      declined: shares([]),
    });
  });

  it("does not grant openid to a request that is not OpenID Connect", () => {
    expect(answerConsent(shares(["email"]), shares(["email", "openid"]), undefined).granted.scopes).toEqual(["email"]);
  });

  it("consent-01: grants no box that the page did not show", () => {
    const checked = shares(["email", "admin"], ["name", "birthdate", "openid"]);
    expect(answerConsent(shares(["openid", "email"], ["name"]), checked, undefined)).toEqual({
      granted: shares(["openid", "email"], ["name"]),
      declined: shares([]),
    });
  });

  it("does not confuse a scope and a claim of the same name", () => {
    const answer = answerConsent(shares(["email"], ["address"]), shares(["address"], ["email"]), undefined);
    expect(answer.granted).toEqual(shares([]));
  });

  it.each([
    ["withdraws what was allowed", ["email"], [], { granted: ["openid"], declined: ["phone", "email"] }],
    ["allows what was declined", ["phone"], ["phone"], { granted: ["openid", "email", "phone"], declined: [] }],
    [
      "keeps what it does not mention",
      ["address"],
      ["address"],
      { granted: ["openid", "email", "address"], declined: ["phone"] },
    ],
  ])("%s", (_, requested, checked, after) => {
    const { granted, declined } = answerConsent(shares(requested), shares(checked), before);
    expect({ granted: granted.scopes, declined: declined.scopes }).toEqual(after);
    expect([granted.claims, declined.claims]).toEqual([["nickname"], ["gender"]]);
  });
});

describe("specification §4.8 rule 7, for all answers", () => {
  const scopes = fc.uniqueArray(fc.constantFrom<string>("openid", "email", "phone", "address", "admin"));
  const claims = fc.uniqueArray(fc.constantFrom<RequestableClaim>("email", "name", "gender", "address"));
  const some = fc.record({ scopes, claims });
  const consents = fc.option(
    fc.record({ granted: some, declined: some }).map(({ granted, declined }) => ({
      granted,
      declined: {
        scopes: declined.scopes.filter((scope) => !granted.scopes.includes(scope)),
        claims: declined.claims.filter((claim) => !granted.claims.includes(claim)),
      },
    })),
    { nil: undefined },
  );
  const kinds = ["scopes", "claims"] as const;

  it("never grants what was unchecked, nor more than is requested now or was granted before", () => {
    fc.assert(
      fc.property(some, some, consents, fc.constantFrom(...kinds), (requested, checked, earlier, kind) => {
        const after = answerConsent(requested, checked, earlier);
        const asked: readonly string[] = requested[kind];
        const left: readonly string[] = checked[kind];
        for (const name of after.granted[kind]) {
          const now = asked.includes(name) && (left.includes(name) || name === "openid");
          const kept = !asked.includes(name) && (earlier?.granted[kind] as string[] | undefined)?.includes(name);
          expect(now || kept).toBe(true);
        }
      }),
    );
  });

  it("answers everything that was requested, each with yes or no, and forgets nothing", () => {
    fc.assert(
      fc.property(some, some, consents, (requested, checked, earlier) => {
        const after = answerConsent(requested, checked, earlier);
        expect(isAnswered(requested, after)).toBe(true);
        for (const kind of kinds) {
          const answered = [...after.granted[kind], ...after.declined[kind]];
          expect(new Set(answered).size).toBe(answered.length);
        }
        if (earlier !== undefined)
          expect(isAnswered(earlier.granted, after) && isAnswered(earlier.declined, after)).toBe(true);
      }),
    );
  });

  it("grants nothing that was not both requested and allowed", () => {
    fc.assert(
      fc.property(scopes, claims, claims, consents, (requested, userinfo, idToken, consent) => {
        const granted = consent?.granted.scopes ?? [];
        expect(coveredScopes(requested, consent)).toEqual(requested.filter((scope) => granted.includes(scope)));

        const covered = coveredClaims({ scopes: requested, claims: { userinfo, idToken } }, consent);
        const withheld = consent === undefined ? [...userinfo, ...idToken] : withheldClaims(consent);
        expect([...covered.userinfo, ...covered.idToken].filter((claim) => withheld.includes(claim))).toEqual([]);
        expect(covered.userinfo.every((claim) => userinfo.includes(claim))).toBe(true);
        expect(covered.idToken.every((claim) => idToken.includes(claim))).toBe(true);
      }),
    );
  });
});

describe("OIDC Core §3.1.2.4: scopes that a client cannot do without", () => {
  const asked = { scopes: ["openid", "email", "phone"], claims: [], required: ["email", "address"] };

  it("are granted with any approval, if they were asked for", () => {
    const { granted, declined } = answerConsent(asked, { scopes: [], claims: [] }, undefined);
    expect([granted.scopes, declined.scopes]).toEqual([["openid", "email"], ["phone"]]);
  });

  it("are asked for again after they were declined, and others are not", () => {
    const declined = (scope: string) => ({
      granted: { scopes: asked.scopes.filter((name) => name !== scope), claims: [] },
      declined: { scopes: [scope], claims: [] },
    });
    expect(isAnswered(asked, declined("email"))).toBe(false);
    expect(isAnswered(asked, declined("phone"))).toBe(true);
    expect(isAnswered({ ...asked, required: undefined }, declined("email"))).toBe(true);
  });
});
