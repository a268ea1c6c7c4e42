import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assertOneAudience,
  foldResource,
  isSameResource,
  namedResources,
  oneResource,
  requestedResources,
  scopesWithout,
} from "./resources.ts";

const userinfo = { identifier: "https://me.example", scopes: ["openid", "profile", "offline_access"] };
const about = { name: "Orders", accessTokenTtlSeconds: 300 };
const orders = { ...about, identifier: "https://api.example/a", scopes: ["read", "write"] };
const stock = { ...about, identifier: "https://stock.example", scopes: ["read", "count"] };
const client = { scopes: ["openid", "read"] };
const target = (message: string) => expect.objectContaining({ code: "invalid_target", message });

describe("RFC 3986 §6.2.2.1 and §6.2.3: how identifiers of resource servers are compared", () => {
  it.each([
    ["HTTPS://API.Example/a", "https://api.example/a"],
    ["https://h.example/", "https://h.example"],
    ["https://h.example:8443/", "https://h.example:8443"],
    ["https://h.example/a?b=C", "https://h.example/a?b=C"],
  ])("%s is %s", (identifier, folded) => {
    expect(foldResource(identifier)).toBe(folded);
    expect(isSameResource(identifier, folded)).toBe(true);
  });

  it.each([
    ["a dot segment", "https://api.example/a/../b"],
    ["a longer path", "https://api.example/ab"],
    ["a slash at the end of a path", "https://api.example/a/"],
    ["a port", "https://api.example:8443/a"],
    ["the default port", "https://api.example:443/a"],
    ["a longer host", "https://api.example.evil/a"],
    ["another scheme", "http://api.example/a"],
    ["the path in another case", "https://api.example/A"],
    ["an encoded path", "https://api.example/%61"],
    ["a query", "https://api.example/a?"],
  ])("resx-03: the registered one does not equal one with %s", (_, identifier) => {
    expect(isSameResource(identifier, orders.identifier)).toBe(false);
  });

  it.each([
    "https://api.example/a#x",
    "https://api.example/a#",
    "/a",
    "not a uri",
    "https:///a",
    "urn:a",
    "",
    "https://u@h",
  ])("RFC 8707 §2: %j is not an absolute URI of a server without a fragment", (identifier) => {
    expect(foldResource(identifier)).toBeUndefined();
    expect(isSameResource(identifier, "https://api.example/a")).toBe(false);
  });

  it("folds no more than once", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const folded = foldResource(url);
        if (folded !== undefined) expect(foldResource(folded)).toBe(folded);
      }),
    );
  });
});

describe("RFC 8707 §2.1: the resource servers that an authorization request names", () => {
  const named = (...sent: string[]) => namedResources(sent, client, userinfo, [orders, stock]);

  it("are none for a request without resource, and for one that names only /userinfo", () => {
    expect(named()).toBeUndefined();
    expect(named("https://ME.example/")).toBeUndefined();
  });

  it("are each named once, under the registered identifier", () => {
    expect(named("HTTPS://api.example/a", orders.identifier)).toEqual({ userinfo: false, others: [orders] });
    expect(named(userinfo.identifier, orders.identifier)).toEqual({ userinfo: true, others: [orders] });
    expect(named(orders.identifier, "https://stock.example/")).toEqual({ userinfo: false, others: [orders, stock] });
  });

  it.each(["https://api.example/#x", "not a uri", "https://other.example/", "https://api.example/b"])(
    "authz-25: are not %s",
    (unknown) => {
      expect(() => named(unknown)).toThrow(target("resource is unknown"));
      expect(() => named(orders.identifier, unknown)).toThrow(target("resource is unknown"));
    },
  );

  it("authz-25: are not one that is closed to the client", () => {
    const closed = { ...stock, scopes: ["count"] };
    expect(() => namedResources([stock.identifier], client, userinfo, [closed])).toThrow(target("resource is unknown"));
  });

  it("are at most eight", () => {
    expect(() => named(...Array(9).fill(orders.identifier))).toThrow(target("too many resources are named"));
  });

  it("have those of their scopes that the request asks for", () => {
    const both = named(orders.identifier, stock.identifier) ?? { userinfo: false, others: [] };
    const asked = (...scopes: string[]) => requestedResources(both, scopes, { scopes: ["read", "count"] });
    expect(asked("openid", "read", "count").others.map(({ scopes }) => scopes)).toEqual([["read"], ["read", "count"]]);
    expect(() => asked("write")).toThrow(expect.objectContaining({ code: "invalid_scope" }));
  });

  it("leave of the scopes of /userinfo only those about the sign-in, unless it is named, too", () => {
    expect(scopesWithout(userinfo, undefined)).toEqual(userinfo.scopes);
    expect(scopesWithout(userinfo, { userinfo: true, others: [orders] })).toEqual(userinfo.scopes);
    expect(scopesWithout(userinfo, { userinfo: false, others: [orders] })).toEqual(["openid", "offline_access"]);
  });

  it("are not several if the response has an access token", () => {
    assertOneAudience(undefined);
    assertOneAudience({ userinfo: false, others: [orders] });
    assertOneAudience({ userinfo: true, others: [orders] });
    expect(() => assertOneAudience({ userinfo: false, others: [orders, stock] })).toThrow(
      target("resource must name one resource server, because this response has a token"),
    );
  });
});

describe("RFC 8707 §2.2: the resource server that a token request names", () => {
  it("is one", () => {
    expect(oneResource([])).toBeUndefined();
    expect(oneResource(["https://a.example"])).toBe("https://a.example");
    expect(() => oneResource(["https://a.example", "https://b.example"])).toThrow(
      target("resource must name one resource server, because a token is for one"),
    );
  });
});
