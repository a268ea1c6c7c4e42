import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideUnknown, homeRealm, provedAddress, readSubject, statedName, supplementOf } from "./federation.ts";

const corp = { domains: ["corp.example"] };
const verified = { email: "Iris@Corp.Example", email_verified: true };
const address = { deliverable: "iris@corp.example", canonical: "iris@corp.example" };

describe("link-07: OIDC Core §2: the subject of an identity", () => {
  it.each([["248289761001"], ["a b~"], ["x".repeat(255)]])("%s", (sub) => expect(readSubject(sub)).toBe(sub));
  it.each([["", "x".repeat(256), "x".repeat(10_240), "a\0b", "a\nb", "é", ["a"], 17, null, undefined, { sub: "a" }]])(
    "is not %j",
    (...values) => {
      for (const value of values) expect(readSubject(value)).toBeUndefined();
    },
  );
});

describe("link-01, link-05: OIDC Core §5.1: an address is proved only by the boolean true", () => {
  it("of a domain that the provider may speak for", () =>
    expect(provedAddress(verified, corp)).toEqual({
      deliverable: "Iris@corp.example",
      canonical: "iris@corp.example",
    }));

  it.each([[false], ["true"], ["TRUE"], [1], [null], [undefined], [[true]], [{}]])(
    "email_verified is not %j",
    (value) => expect(provedAddress({ ...verified, email_verified: value }, corp)).toBeUndefined(),
  );

  it.each([
    ["iris@corp.example.evil.example"],
    ["iris@evil.example"],
    ["iris@sub.corp.example"],
    ["a@corp.example@evil"],
  ])("not of %s", (email) => expect(provedAddress({ ...verified, email }, corp)).toBeUndefined());

  it("of no domain by default", () => expect(provedAddress(verified, { domains: [] })).toBeUndefined());
});

describe("fe.14: the home realm of a name", () => {
  const [enforced, other] = [
    { domains: ["corp.example", "xn--bcher-kva.example"], enforced: true },
    { domains: ["university.example"], enforced: false },
  ];
  it.each([["alice@corp.example"], ["ALICE@Corp.Example "], ["a@b@corp.example"], ["x@bücher.example"]])("%s", (name) =>
    expect(homeRealm(name, [other, enforced])).toBe(enforced),
  );
  it.each([
    ["alice"],
    [""],
    ["@"],
    ["alice@university.example"],
    ["alice@sub.corp.example"],
    ["alice@corp.example.evil.example"],
    ["corp.example"],
  ])("not of %j", (name) => expect(homeRealm(name, [other, enforced])).toBeUndefined());
});

describe("what is done with an identity that no account is connected to", () => {
  it.each([
    ["create", true, "proved", "link"],
    ["create", false, "proved", "ask"],
    ["linked-only", true, "proved", "link"],
    ["linked-only", false, "proved", "ask"],
    ["create", true, "unproved", "create"],
    ["create", true, undefined, "create"],
    ["invited", true, undefined, "accept-invitation"],
    ["invited", true, "unproved", "accept-invitation"],
    ["linked-only", true, undefined, "ask"],
    ["linked-only", true, "unproved", "ask"],
  ] as const)("mode %s, auto_link %j, account %j: %s", (mode, autoLink, account, decision) => {
    expect(decideUnknown({ mode, autoLink }, { address, account })).toBe(decision);
  });

  it("link-02: an account without a proved address is never found, and one without any proof neither", () => {
    const anyMode = fc.constantFrom("create", "invited", "linked-only");
    const anyAccount = fc.constantFrom("proved", "unproved", undefined);
    fc.assert(
      fc.property(anyMode, fc.boolean(), anyAccount, fc.boolean(), (mode, autoLink, account, isProved) => {
        const decision = decideUnknown({ mode, autoLink }, { address: isProved ? address : undefined, account });
        expect(decision === "link").toBe(isProved && autoLink && account === "proved");
      }),
    );
  });
});

describe("RFC 8176 §2: several factors at the provider count only as the deployment maps them", () => {
  it.each([
    [{ acr: "gold" }, { mfa: ["gold"] }, "federated-mfa"],
    [{ amr: ["pwd", "mfa"] }, { mfa: ["mfa"] }, "federated-mfa"],
    [{ amr: ["pwd", "mfa"], acr: "gold" }, { mfa: [] }, undefined],
    [{ amr: "mfa" }, { mfa: ["mfa"] }, undefined],
    [{}, { mfa: ["mfa"] }, undefined],
    [{ acr: "phr" }, { mfa: ["mfa"], phr: ["phr"] }, "federated-phr"],
    [{ amr: ["mfa", "hwk"] }, { mfa: ["mfa"], phr: ["hwk"] }, "federated-phr"],
    [{ acr: "phr" }, { mfa: [], phr: [] }, undefined],
  ])("fe.11: %j mapped by %j: %j", (claims, trust, expected) => expect(supplementOf(claims, trust)).toBe(expected));
});

describe("names that a provider states", () => {
  it.each([
    ["Iris", "Iris"],
    [" Iris\r\nBcc: all ", "Iris Bcc: all"],
    ["\u202egnp", "gnp"],
    ["", undefined],
    ["x".repeat(201), undefined],
    ["\ud800", undefined],
    [["Iris"], undefined],
  ])("%j", (value, expected) => expect(statedName(value)).toBe(expected));
});
