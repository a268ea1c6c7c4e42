import { describe, expect, it } from "vitest";
import { claimsOfScopes, SCOPE_CLAIMS } from "./claims.ts";

describe("OIDC Core §5.4: scopes request claims", () => {
  it("profile: the fourteen default profile claims", () => {
    expect([...claimsOfScopes(["profile"])].sort()).toEqual([
      "birthdate",
      "family_name",
      "gender",
      "given_name",
      "locale",
      "middle_name",
      "name",
      "nickname",
      "picture",
      "preferred_username",
      "profile",
      "updated_at",
      "website",
      "zoneinfo",
    ]);
  });

  it("no claim belongs to two scopes", () => {
    const all = claimsOfScopes(Object.keys(SCOPE_CLAIMS));
    expect([...new Set(all)]).toEqual(all);
  });

  it.each([
    ["openid", ["sub"]],
    ["email", ["email", "email_verified"]],
    ["address", ["address"]],
    ["phone", ["phone_number", "phone_number_verified"]],
  ])("%s: %j", (scope, claims) => {
    expect(claimsOfScopes([scope])).toEqual(claims);
  });

  it("several scopes: the claims of each, none twice", () => {
    expect(claimsOfScopes(["email", "phone", "email"])).toEqual([
      "email",
      "email_verified",
      "phone_number",
      "phone_number_verified",
    ]);
  });

  it.each(["offline_access", "api:read", "constructor", "__proto__", "Email", ""])("%j: none", (scope) => {
    expect(claimsOfScopes([scope])).toEqual([]);
  });
});
