import { describe, expect, it } from "vitest";
import type { Detail } from "../details/details-type.ts";
import { grantedResources, isAgreed, questionsOf } from "./resource-consent.ts";

const none = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };
const orders = {
  identifier: "https://a.example",
  name: "Orders",
  accessTokenTtlSeconds: 300,
  scopes: ["read", "write"],
};
const stock = { ...orders, identifier: "https://b.example", scopes: ["read"] };
const consentTo = (granted: string[], declined: string[] = []) => ({
  granted: { scopes: granted, claims: [] },
  declined: { scopes: declined, claims: [] },
});
const request = (scopes: string[], userinfo: boolean, ...others: (typeof orders)[]) => ({
  scopes,
  claims: none,
  resource: "https://me.example",
  named: { userinfo, others },
});
const given = (...all: [typeof orders, string[], string[]?][]) =>
  new Map(all.map(([{ identifier }, granted, declined]) => [identifier, consentTo(granted, declined)]));

describe("RFC 8707 §2.1: a person agrees to each resource server of a request", () => {
  it("is not asked about /userinfo if the request asks nothing of it", () => {
    expect(questionsOf(request([], false, orders), { consent: undefined })).toHaveLength(1);
    expect(questionsOf(request(["openid"], false, orders), { consent: undefined })).toHaveLength(2);
    expect(questionsOf(request([], true, orders), { consent: undefined })).toHaveLength(2);
  });

  it("S2: is not a grant of nothing, whether the request names a resource server or not", () => {
    const plain = { scopes: ["email"], claims: none, resource: "https://me.example", named: undefined };
    expect(isAgreed(plain, { consent: consentTo(["email"]) })).toBe(true);
    expect(isAgreed(plain, { consent: consentTo([], ["email"]) })).toBe(false);
    expect(isAgreed({ ...plain, scopes: [] }, { consent: consentTo([]) })).toBe(true);
  });

  it.each([
    ["openid, which is not a choice", ["openid"], false],
    ["a scope that was granted beside it", ["openid", "email"], true],
  ])("RFC 9396 §7: declines the request with every object, unless something else is left: %s", (_, scopes, agreed) => {
    const details = [{ type: "payment", resources: [orders.identifier], detail: {} }] as unknown as Detail[];
    const asked = { ...request(scopes, true, { ...orders, scopes: [] }), details };
    expect(isAgreed(asked, { consent: consentTo(scopes) })).toBe(agreed);
    expect(isAgreed(asked, { consent: consentTo(scopes) }, details)).toBe(true);
  });

  it("does not grant one at which everything was declined, by asking no scope of it", () => {
    const consents = given([orders, [], ["read"]]);
    const asked = request([], false, { ...orders, scopes: [] });
    expect(grantedResources(asked, { consent: undefined, consents })).toEqual({});
    expect(isAgreed(asked, { consent: undefined, consents })).toBe(false);
  });

  it("resx-05: what was granted at one resource server is not granted at another", () => {
    const consents = given([orders, ["read", "write"]]);
    expect(isAgreed(request([], false, orders), { consent: undefined, consents })).toBe(true);
    expect(isAgreed(request([], false, stock), { consent: undefined, consents })).toBe(false);
    expect(isAgreed(request([], false, orders, stock), { consent: undefined, consents })).toBe(false);
  });

  it("grants each resource server with the scopes that the person granted there", () => {
    const consents = given([orders, ["read"], ["write"]], [stock, [], ["read"]]);
    const asked = request(["openid"], false, orders, stock);
    expect(grantedResources(asked, { consent: consentTo(["openid"]), consents })).toEqual({
      "https://a.example": ["read"],
    });
  });

  it("grants one of which no scope is asked, and /userinfo if it is named", () => {
    const consents = given([orders, []]);
    const asked = request(["openid"], true, { ...orders, scopes: [] });
    expect(grantedResources(asked, { consent: consentTo(["openid"]), consents })).toEqual({
      "https://me.example": [],
      "https://a.example": [],
    });
  });

  it("is asked again if nothing that the request names was granted", () => {
    const consents = given([stock, [], ["read"]]);
    expect(isAgreed(request(["openid"], false, stock), { consent: consentTo(["openid"]), consents })).toBe(false);
  });

  it("says nothing about a request that names none", () => {
    expect(grantedResources({ scopes: ["openid"], claims: none }, { consent: consentTo(["openid"]) })).toBeUndefined();
  });
});
