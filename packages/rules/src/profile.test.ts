import { describe, expect, it } from "vitest";
import { AVAILABLE_PROFILES, assertionAudience, PROFILES, requiresPkce } from "./profile.ts";

describe("OAuth 2.1 §4.1.1: who must bind a code to a challenge", () => {
  it.each([
    ["a public client", "oidc", true, true],
    ["a confidential client", "oidc", false, false],
    ["a public client", "oauth21", true, true],
    ["a confidential client", "oauth21", false, true],
    ["a public client", "fapi2", true, true],
    ["a confidential client", "fapi2", false, true],
  ] as const)("%s of profile %s: public %s, required %s", (_, profile, isPublic, required) => {
    expect(requiresPkce(profile, isPublic)).toBe(required);
  });

  it("offers only profiles that are kept whole", () => {
    expect(AVAILABLE_PROFILES).toEqual(["oidc", "oauth21"]);
    expect(PROFILES).toEqual(expect.arrayContaining([...AVAILABLE_PROFILES]));
  });
});

describe("architecture, client profiles: whom an assertion is for", () => {
  const issuer = "https://auth.example";
  const endpoints = [`${issuer}/token`, `${issuer}/revoke`];

  it("is the issuer or an address of ours for clients of OpenID Connect", () => {
    expect(assertionAudience("oidc", issuer, endpoints)).toEqual({ audiences: [issuer, ...endpoints], listed: true });
  });

  it.each(["oauth21", "fapi2"] as const)("is the issuer alone for clients of %s", (profile) => {
    expect(assertionAudience(profile, issuer, endpoints)).toEqual({ audiences: [issuer], listed: false });
  });
});
