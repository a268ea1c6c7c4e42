import { describe, expect, it } from "vitest";
import { graceSeconds, isOffline, refreshConfirmation, spentVerdict, yieldsRefreshToken } from "./refresh.ts";

const both = { grantTypes: ["authorization_code", "refresh_token"] };
const codeOnly = { grantTypes: ["authorization_code"] };

describe("OIDC Core §11: a refresh token is given", () => {
  it.each([
    ["with openid and offline_access", both, ["openid", "offline_access"], true],
    ["with openid alone: not", both, ["openid", "email"], false],
    ["without openid, as the client may use the grant", both, ["email"], true],
    ["rt-09: to a client without the grant: not", codeOnly, ["openid", "offline_access"], false],
    ["rt-09: to a client without the grant, without openid: not", codeOnly, ["email"], false],
  ])("%s", (_, client, scopes, given) => {
    expect(yieldsRefreshToken(client, scopes)).toBe(given);
  });

  it("and outlives the session only with offline_access (rt-13)", () => {
    expect([isOffline(["openid", "offline_access"]), isOffline(["email"])]).toEqual([true, false]);
  });
});

describe("architecture §4.5: a spent refresh token that is sent again", () => {
  const now = new Date("2030-01-01T12:00:30Z");
  const spent = (secondsAgo: number, successorSpent = false) => ({
    spentAt: new Date(now.getTime() - secondsAgo * 1000),
    successorSpent,
  });

  it.each([
    ["at once is a lost answer", spent(0), 30, "repeat"],
    ["within the grace is a lost answer", spent(29.9), 30, "repeat"],
    ["at the end of the grace is a replay", spent(30), 30, "replay"],
    ["after its successor was used is a replay", spent(1, true), 30, "replay"],
    ["without a grace is a replay at once", spent(0), 0, "replay"],
    ["rt-02: by a clock that is behind, without a grace is a replay too", spent(-0.005), 0, "replay"],
    ["by a clock that is behind is a lost answer within a grace", spent(-0.005), 30, "repeat"],
  ] as const)("%s", (_, token, grace, verdict) => {
    expect(spentVerdict(token, grace, now)).toBe(verdict);
  });

  it("has a grace period only if its client authenticates", () => {
    expect(graceSeconds({ tokenEndpointAuthMethod: "client_secret_basic" })).toBe(30);
    expect(graceSeconds({ tokenEndpointAuthMethod: "none" })).toBe(0);
  });
});

describe("RFC 9449 §5 and RFC 8705 §4: what refresh tokens are bound to", () => {
  const key = { kind: "key", thumbprint: "k" } as const;

  it.each([
    ["a public client: its sender", "none", key, { jkt: "k" }],
    ["a public client that proved no sender: unbound", "none", { kind: "none" }, undefined],
    ["a confidential client, which authenticates: unbound", "private_key_jwt", key, undefined],
  ] as const)("%s", (_, tokenEndpointAuthMethod, sender, confirmation) => {
    expect(refreshConfirmation({ tokenEndpointAuthMethod }, sender)).toEqual(confirmation);
  });
});
