import { describe, expect, it } from "vitest";
import { ACRS } from "../people/levels/proofs.ts";
import { alice } from "../testing/userinfo-row.ts";
import { assertSignIn, type DemandedSignIn, grantedScopes, narrowGranted } from "./userinfo.ts";

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

describe("RFC 9470 §3: the sign-in behind a token", () => {
  const [PASSWORD, MFA, PHR] = ACRS;
  const now = new Date("2030-01-01T12:00:00Z");
  const secondsAgo = (seconds: number) => now.getTime() / 1000 - seconds;
  const signedIn = { acr: MFA, auth_time: secondsAgo(300) };

  it.each<[string, Parameters<typeof assertSignIn>[0], DemandedSignIn]>([
    ["nothing is demanded", {}, {}],
    ["it is as strong as demanded", signedIn, { acr: MFA }],
    ["it is stronger", { ...signedIn, acr: PHR }, { acr: MFA }],
    ["it is as old as it may be", signedIn, { maxAgeSeconds: 300 }],
    ["both", signedIn, { acr: PASSWORD, maxAgeSeconds: 3600 }],
  ])("is enough: %s", (_, sent, demanded) => {
    expect(() => assertSignIn(sent, demanded, now)).not.toThrow();
  });

  it.each<[string, Parameters<typeof assertSignIn>[0], DemandedSignIn, string]>([
    ["it is weaker", signedIn, { acr: PHR }, "stronger"],
    ["its acr is unknown", { ...signedIn, acr: "x" }, { acr: PASSWORD }, "stronger"],
    ["it is not stated how strong it is", { auth_time: secondsAgo(1) }, { acr: PASSWORD }, "stronger"],
    ["it is too old", signedIn, { acr: MFA, maxAgeSeconds: 299 }, "more recent"],
    ["it is not stated how old it is", { acr: MFA }, { maxAgeSeconds: 300 }, "more recent"],
  ])("is refused: %s", (_, sent, demanded, word) => {
    const refused = { code: "insufficient_user_authentication", message: `a ${word} sign-in is needed` };
    expect(() => assertSignIn(sent, demanded, now)).toThrow(expect.objectContaining(refused));
  });
});
