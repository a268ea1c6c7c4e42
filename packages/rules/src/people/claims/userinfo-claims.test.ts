import { describe, expect, it } from "vitest";
import { readClaimsRequest } from "../../request/claims-request.ts";
import { alice } from "../../testing/userinfo-row.ts";
import { userinfoClaims as claimsOf, type GrantedScopes, type UserinfoRow } from "../../token/userinfo.ts";
import { MOST_VALUES_IN_TOKEN, membershipValues } from "./claim-values.ts";
import { SCOPE_CLAIMS } from "./claims.ts";

const userinfoClaims = (row: UserinfoRow, scopes: readonly string[]) =>
  claimsOf(row, scopes as readonly string[] as GrantedScopes);

describe("OIDC Core §5.4: the claims of the granted scopes, and no others", () => {
  it.each(Object.entries(SCOPE_CLAIMS))("%s: %j", (scope, claims) => {
    expect(Object.keys(userinfoClaims(alice, [scope])).sort()).toEqual([...new Set(["sub", ...claims])].sort());
  });

  it("other columns of the row are never included", () => {
    const all = userinfoClaims(alice, ["openid", "profile", "email", "address", "phone", "client_id", "revoked_jtis"]);
    expect(Object.keys(all)).toHaveLength(1 + 14 + 2 + 1 + 2);
    expect(all).not.toHaveProperty("client_id");
  });
});

describe("og.3: what a person belongs to", () => {
  const member = { ...alice, groups: ["Support"], roles: [], organizations: null };

  it("is given only for the scope of its name, and an empty array says that there is none", () => {
    expect(userinfoClaims(member, ["groups"])).toEqual({ sub: "alice", groups: ["Support"] });
    expect(userinfoClaims(member, ["roles", "organizations"])).toEqual({ sub: "alice", roles: [] });
    expect(userinfoClaims(member, ["openid"])).toEqual({ sub: "alice" });
  });

  it("is left out of a token if there is too much of it", () => {
    const groups = Array.from({ length: MOST_VALUES_IN_TOKEN }, (_, index) => `g${index}`);
    expect(membershipValues({ groups }, ["groups"], MOST_VALUES_IN_TOKEN)).toEqual({ groups });
    expect(membershipValues({ groups: [...groups, "x"] }, ["groups"], MOST_VALUES_IN_TOKEN)).toEqual({});
    expect(membershipValues({ groups: [...groups, "x"] }, ["groups"]).groups).toHaveLength(51);
  });

  it("I11: is asked for by name as by the scope of that name", () => {
    const asked = { groups: null, roles: null, organizations: null };
    expect(readClaimsRequest(JSON.stringify({ userinfo: asked, id_token: asked }))).toMatchObject({
      userinfo: Object.keys(asked),
      idToken: Object.keys(asked),
    });
  });
});

describe("OIDC Core §5.5: claims that were requested by name and granted", () => {
  it("are added to those of the scopes, each once", () => {
    const claims = userinfoClaims({ ...alice, requested_claims: ["nickname", "email", "address"] }, [
      "openid",
      "email",
    ]);
    expect(Object.keys(claims).sort()).toEqual(["address", "email", "email_verified", "nickname", "sub"]);
  });

  it("are omitted if the person has none", () => {
    const claims = userinfoClaims({ ...alice, nickname: null, requested_claims: ["nickname"] }, ["openid"]);
    expect(claims).toEqual({ sub: "alice" });
  });
});

describe("OIDC Core §5.1: claims have their JSON types", () => {
  it("booleans are booleans, false included", () => {
    expect(userinfoClaims(alice, ["email", "phone"])).toMatchObject({
      email_verified: true,
      phone_number_verified: false,
    });
  });

  it("updated_at is a whole number of seconds", () => {
    expect(userinfoClaims(alice, ["profile"])).toMatchObject({ updated_at: Date.parse("2029-12-31T23:59:59Z") / 1000 });
  });

  it("§5.1.1: address is an object of the standard members only", () => {
    const address = { locality: "Berlin", region: null, doorbell: "secret", country: 49 };
    expect(userinfoClaims({ ...alice, address }, ["address"])).toEqual({
      sub: "alice",
      address: { locality: "Berlin" },
    });
  });
});

describe("OIDC Core §5.3.2: a missing claim is omitted", () => {
  it("is neither null nor empty", () => {
    const unknown = { ...alice, nickname: null, email_verified: null, address: {} };
    const claims = userinfoClaims(unknown, ["profile", "email", "address"]);
    expect(Object.values(claims)).not.toContain(null);
    expect(["nickname", "email_verified", "address"].filter((name) => name in claims)).toEqual([]);
  });
});
