import { describe, expect, it } from "vitest";
import {
  assertionAudience,
  requiresBoundTokens,
  requiresPkce,
  requiresPushedRequests,
  rotatesRefreshTokens,
} from "./profile.ts";
import { PROFILES } from "./record/registered-values.ts";

const publicClient = { tokenEndpointAuthMethod: "none", applicationType: "web" } as const;
const confidentialClient = { tokenEndpointAuthMethod: "client_secret_basic", applicationType: "web" } as const;
const confidentialNativeClient = { ...confidentialClient, applicationType: "native" } as const;

describe("OAuth 2.1 §4.1.1, RFC 8252 §8.1: which clients must bind a code to a challenge", () => {
  it.each([
    ["oidc", publicClient, true],
    ["oidc", confidentialClient, false],
    ["oidc", confidentialNativeClient, true],
    ["oauth21", publicClient, true],
    ["oauth21", confidentialClient, true],
    ["fapi2", publicClient, true],
    ["fapi2", confidentialClient, true],
  ] as const)("profile %s, %o: %s", (profile, client, required) => {
    expect(requiresPkce({ ...client, profile })).toBe(required);
  });
});

describe("FAPI 2.0 Security Profile §5.3.2: what a client of fapi2 must do, regardless of what it registered", () => {
  it.each([
    ["oidc", {}, false],
    ["oauth21", {}, false],
    ["oauth21", { requirePushedAuthorizationRequests: true, dpopBoundAccessTokens: true }, true],
    ["fapi2", {}, true],
    ["fapi2", { requirePushedAuthorizationRequests: false, dpopBoundAccessTokens: false }, true],
  ] as const)("profile %s with %o pushes requests and binds tokens: %s", (profile, members, required) => {
    const client = { profile, requirePushedAuthorizationRequests: false, dpopBoundAccessTokens: false, ...members };
    expect([requiresPushedRequests(client), requiresBoundTokens(client)]).toEqual([required, required]);
  });

  it("§5.3.2.1 item 9: its refresh tokens are not rotated; those of other clients are", () => {
    expect(PROFILES.map((profile) => rotatesRefreshTokens({ profile }))).toEqual([true, true, false]);
  });
});

describe("architecture, client profiles: the audience of an assertion", () => {
  const issuer = "https://auth.example";
  const endpoints = [`${issuer}/token`, `${issuer}/revoke`];

  it("is the issuer or an address of ours for clients of OpenID Connect", () => {
    expect(assertionAudience("oidc", issuer, endpoints)).toEqual({ audiences: [issuer, ...endpoints], listed: true });
  });

  it.each(["oauth21", "fapi2"] as const)("is only the issuer for clients of %s", (profile) => {
    expect(assertionAudience(profile, issuer, endpoints)).toEqual({ audiences: [issuer], listed: false });
  });
});
