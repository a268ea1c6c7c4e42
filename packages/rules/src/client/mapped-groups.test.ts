import { describe, expect, it } from "vitest";
import { seesGroups, seesGroupsUnasked } from "./mapped-groups.ts";

const claimMapping = { staff: "'Staff' in groups", upn: "claims.email" };

describe("I11: the groups that a claim mapping sees", () => {
  it("are those that the person granted, of a client that may ask for them", () => {
    const client = { claimMapping, scopes: ["openid", "groups"] };
    expect(seesGroupsUnasked(client)).toBe(false);
    expect([seesGroups(client, ["openid"]), seesGroups(client, ["openid", "groups"])]).toEqual([false, true]);
  });

  it("are always seen, and shown as such, of a client that may not ask for them", () => {
    const client = { claimMapping, scopes: ["openid"] };
    expect([seesGroupsUnasked(client), seesGroups(client, ["openid"])]).toEqual([true, true]);
  });

  it("are none without an expression that names them", () => {
    const client = { claimMapping: { upn: "claims.email", mygroups: "claims.name" }, scopes: ["openid"] };
    expect([seesGroupsUnasked(client), seesGroups(client, ["groups"])]).toEqual([false, false]);
    expect(seesGroups({ scopes: [] }, ["groups"])).toBe(false);
  });
});
