import type { IDToken } from "openid-client";
import { describe, expect, it } from "vitest";
import { checkRefreshedIdToken, proveIdToken } from "./id-token.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const iat = noon.getTime() / 1000;
const original: IDToken = {
  iss: "https://op.example",
  sub: "alice",
  aud: ["web", "api"],
  azp: "web",
  nonce: "n-1",
  auth_time: iat - 60,
  iat,
  exp: iat + 300,
};

describe("OIDC Core §12.2: a refreshed ID token is for the same sign-in", () => {
  it.each<[string, Partial<IDToken>]>([
    ["the same claims with new times", { iat: iat + 60, exp: iat + 360 }],
    ["one more audience", { aud: ["web", "api", "more"] }],
  ])("accepts %s", (_, changes) => {
    expect(() => checkRefreshedIdToken({ ...original, ...changes }, original)).not.toThrow();
  });

  it("accepts one without auth_time, nonce and azp", () => {
    const { auth_time: _, nonce: __, azp: ___, ...rest } = original;
    expect(() => checkRefreshedIdToken(rest, original)).not.toThrow();
  });

  it.each<[string, Partial<IDToken>]>([
    ["iss", { iss: "https://OP.example" }],
    ["sub", { sub: "mallory" }],
    ["aud", { aud: "web" }],
    ["aud", { aud: ["web", "other"] }],
    ["auth_time", { auth_time: iat }],
    ["nonce", { nonce: "n-2" }],
    ["azp", { azp: "other" }],
  ])("refuses another %s", (name, changes) => {
    expect(() => checkRefreshedIdToken({ ...original, ...changes }, original)).toThrow(`${name} of the refreshed`);
  });
});

describe("OIDC Core §3.1.3.7: an ID token must be recent", () => {
  const jwt = `${Buffer.from('{"alg":"ES256"}').toString("base64url")}.p.s`;

  it.each([0, 60, 360, -60])("accepts one that is %s seconds old, and reads its header", (ageSeconds) => {
    const now = new Date(noon.getTime() + ageSeconds * 1000);
    expect(proveIdToken(jwt, original, { clientId: "web", now }).header).toEqual({ alg: "ES256" });
  });

  it.each([361, -61])("refuses one that is %s seconds old", (ageSeconds) => {
    const now = new Date(noon.getTime() + ageSeconds * 1000);
    expect(() => proveIdToken(jwt, original, { clientId: "web", now })).toThrow(/iat/);
  });
});
