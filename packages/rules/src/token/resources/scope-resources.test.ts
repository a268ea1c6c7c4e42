import { describe, expect, it } from "vitest";
import { choicesIn } from "./resources.ts";
import { resourceOfScopes, scopesElsewhere } from "./scope-resources.ts";

const userinfo = { identifier: "https://me.example", scopes: ["openid", "email", "offline_access"] };
const orders = { identifier: "https://api.example/a", scopes: ["read", "write"] };
const stock = { identifier: "https://stock.example", scopes: ["read", "count"] };
const target = (message: string) => expect.objectContaining({ code: "invalid_target", message });

describe("S2: RFC 9068 §3: the scopes that decide the resource server of a request", () => {
  const client = { scopes: ["openid", "email", "read", "organization"] };

  it("are those that /userinfo does not define, of a client that may ask for them", () => {
    expect(scopesElsewhere(["openid", "read", "email", "write"], client, userinfo)).toEqual(["read"]);
  });

  it("are none that ask for an organization", () => {
    expect(scopesElsewhere(["openid", "organization:acme"], client, userinfo)).toEqual([]);
    expect(scopesElsewhere(["organization:acme"], { scopes: ["organization:acme"] }, userinfo)).toEqual([]);
  });
});

describe("S2: RFC 9068 §3: the resource server that follows from scopes", () => {
  const found = (...scopes: string[]) => resourceOfScopes(scopes, [orders, stock]);

  it("is the only one that defines them all", () => {
    expect(found("write")).toBe(orders);
    expect(found("read", "write")).toBe(orders);
    expect(found("count", "read")).toBe(stock);
  });

  it("is none for scopes that none defines, which are ignored (RFC 6749 §3.3)", () => {
    expect(resourceOfScopes(["other"], [])).toBeUndefined();
    expect(found("other", "constructor")).toBeUndefined();
    expect(found("other", "write")).toBe(orders);
  });

  it.each([
    ["one that several define", ["read"]],
    ["two of different ones", ["write", "count"]],
    ["three, of which no one has all", ["read", "write", "count"]],
  ])("resx-07: is not guessed for %s", (_, scopes) => {
    const choices = "https://api.example/a, https://stock.example";
    const message = `scope is of several resource servers, so resource must name one: ${choices}`;
    expect(() => found(...scopes)).toThrow(target(message));
  });
});

describe("RFC 6749 §4.1.2.1: a description that names what can be chosen", () => {
  it("has no other characters than a description may have", () => {
    expect(choicesIn(['https://a.example/"', "https://b.example", "https://ä.example", "https://c.example/\\"])).toBe(
      ": https://b.example",
    );
    expect(choicesIn(["https://ä.example"])).toBe("");
  });

  it("has no more of them than fit", () => {
    const long = Array.from({ length: 100 }, (_, nth) => `https://api-${nth}.example`);
    expect(choicesIn(long).length).toBeLessThanOrEqual(402);
    expect(choicesIn(long)).toContain("https://api-0.example, https://api-1.example");
    expect(choicesIn([`https://a.example/${"x".repeat(500)}`])).toBe("");
  });
});
