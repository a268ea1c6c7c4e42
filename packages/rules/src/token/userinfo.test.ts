import { describe, expect, it } from "vitest";
import { alice } from "../testing/userinfo-row.ts";
import { grantedScopes, narrowGranted } from "./userinfo.ts";

const resource = "http://localhost:4001";
const token = {
  iss: "https://auth.example",
  sub: "alice",
  aud: resource,
  exp: 1_893_499_500,
  iat: 1_893_499_200,
  jti: "j-1",
  client_id: "web",
  scope: "openid email phone",
  authorization_id: "0f0e0d0c-0b0a-4908-8706-050403020100",
};

describe("a token grants what both the token and its authorization contain", () => {
  it("gives the scopes that are in both", () => {
    expect(grantedScopes(token, alice, resource)).toEqual(["openid", "email", "phone"]);
  });

  it("drops a scope that the authorization has lost", () => {
    expect(grantedScopes(token, { ...alice, scopes: ["openid", "profile", "phone"] }, resource)).toEqual([
      "openid",
      "phone",
    ]);
  });

  it.each([
    ["a revoked token", { revoked_jtis: ["j-0", "j-1"] }],
    ["another client's authorization", { client_id: "other" }],
    ["another subject's authorization", { sub: "bob" }],
    ["an authorization for another resource", { resource: "https://api.example" }],
  ])("refuses %s", (_, changes) => {
    expect(() => grantedScopes(token, { ...alice, ...changes }, resource)).toThrow(
      expect.objectContaining({ code: "invalid_token" }),
    );
  });

  it.each([
    ["the token has no openid (at-04)", { ...token, scope: "email" }, alice],
    ["the token has no scope (at-13)", { ...token, scope: undefined }, alice],
    ["the authorization has no openid", token, { ...alice, scopes: ["email"] }],
  ])("OIDC Core §5.3: refuses when %s", (_, sent, row) => {
    expect(() => grantedScopes(sent, row, resource)).toThrow(expect.objectContaining({ code: "insufficient_scope" }));
  });
});

describe("§4.8 rule 7: a scope parameter never widens", () => {
  const granted = grantedScopes(token, alice, resource);

  it.each([
    [undefined, ["openid", "email", "phone"]],
    ["email", ["email"]],
    ["openid  phone", ["openid", "phone"]],
  ])("%j gives %j", (requested, scopes) => {
    expect(narrowGranted(granted, requested)).toEqual(scopes);
  });

  it.each(["profile", "email profile", "openid email phone address", "EMAIL", "*", 'x"\r\nX: y'])(
    "refuses %j",
    (requested) => {
      expect(() => narrowGranted(granted, requested)).toThrow(expect.objectContaining({ code: "insufficient_scope" }));
    },
  );
});
