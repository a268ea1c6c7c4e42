import { describe, expect, it } from "vitest";
import { organizationIn, organizationScopes } from "./organization-scope.ts";

const client = { scopes: ["openid", "organization"] };

describe("og.4: the scope organization:<slug>", () => {
  it("names one organization", () => {
    expect(organizationScopes(["openid", "organization:acme"], client)).toEqual(["organization:acme"]);
    expect(organizationScopes(["openid"], client)).toEqual([]);
    expect(organizationIn(["openid", "organization:acme"])).toBe("acme");
    expect(organizationIn(["openid", "organization"])).toBeUndefined();
  });

  it.each([
    [["organization:acme", "organization:beta"], client],
    [["organization:Acme"], client],
    [["organization:"], client],
    [[`organization:${"a".repeat(41)}`], client],
    [["organization:acme"], { scopes: ["openid"] }],
    [["organization:acme"], { scopes: ["openid", "organization:acme"] }],
  ])("is invalid_scope for %j and %j", (scopes, of) => {
    expect(() => organizationScopes(scopes, of)).toThrow(expect.objectContaining({ code: "invalid_scope" }));
  });
});
