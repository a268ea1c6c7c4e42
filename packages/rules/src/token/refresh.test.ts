import { describe, expect, it } from "vitest";
import { NO_SENDER } from "../confirmation.ts";
import { graceSeconds, isOffline, refreshConfirmation, spentVerdict, yieldsRefreshToken } from "./refresh.ts";

const both = { grantTypes: ["authorization_code", "refresh_token"] };
const codeOnly = { grantTypes: ["authorization_code"] };

describe("OIDC Core §11: a refresh token is given", () => {
  it.each([
    ["with openid and offline_access", both, ["openid", "offline_access"], true],
    ["with only openid: not", both, ["openid", "email"], false],
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
  const spent = (ageSeconds: number, successorSpent = false) => ({ ageSeconds, successorSpent });
  const bearer = 30;
  const proved = Number.POSITIVE_INFINITY;

  it.each([
    ["at once is a lost answer", spent(0), bearer, "repeat"],
    ["within the grace is a lost answer", spent(29.9), bearer, "repeat"],
    ["at the end of the grace is a replay", spent(30), bearer, "replay"],
    ["after its successor was used is a replay", spent(1, true), bearer, "replay"],
    ["O1: after a month is a lost answer, if its client proves who it is", spent(2_592_000), proved, "repeat"],
    ["O1: after its successor was used is a replay from any sender", spent(1, true), proved, "replay"],
  ] as const)("%s", (_, token, grace, verdict) => {
    expect(spentVerdict(token, grace)).toBe(verdict);
  });

  const key = { kind: "key", thumbprint: "k" } as const;
  const certificate = { kind: "certificate", thumbprint: "c" } as const;

  it.each([
    ["a client that authenticates: without limit", "client_secret_basic", null, NO_SENDER, proved],
    ["a public client that proves its key: without limit", "none", { jkt: "k" }, key, proved],
    ["a public client with its certificate: without limit", "none", { "x5t#S256": "c" }, certificate, proved],
    ["dpx-08: a bound token without its key: not at all", "none", { jkt: "k" }, NO_SENDER, 0],
    ["dpx-08: a bound token with another key: not at all", "none", { jkt: "other" }, key, 0],
    ["a bearer token of a public client: 30 seconds", "none", null, NO_SENDER, bearer],
  ] as const)("O1: %s", (_, tokenEndpointAuthMethod, confirmation, sender, grace) => {
    expect(graceSeconds({ tokenEndpointAuthMethod }, confirmation, sender)).toBe(grace);
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
