import { describe, expect, it } from "vitest";
import { needsRole, scopesWithRoles } from "./role-scopes.ts";

const orders = { roleScopes: ["refund", "export"] };

describe("RFC 6749 §3.3: a scope by role is left out of a token", () => {
  it.each([
    ["without a role", ["read", "refund"], [], ["read"]],
    ["with a role for another scope", ["read", "refund"], ["export"], ["read"]],
    ["but not with a role for it", ["read", "refund"], ["refund"], ["read", "refund"]],
    ["and a role adds nothing that was not granted", ["read"], ["refund", "export"], ["read"]],
  ])("%s", (_, granted, held, scopes) => expect(scopesWithRoles(granted, orders, held)).toEqual(scopes));

  it("and not at a resource server without such scopes", () => {
    expect(scopesWithRoles(["read", "refund"], {}, [])).toEqual(["read", "refund"]);
  });

  it("and roles matter only to those scopes", () => {
    expect([needsRole(["read"], orders), needsRole(["refund"], orders), needsRole(["read"], {})]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
