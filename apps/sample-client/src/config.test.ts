import { describe, expect, it } from "vitest";
import { readEnvironment } from "./config.ts";

describe("configuration by environment", () => {
  it("has defaults for one machine for everything but the client", () => {
    expect(readEnvironment({}).credentials).toBeUndefined();
    expect(readEnvironment({}).settings).toEqual({
      issuer: "http://localhost:4000",
      host: "127.0.0.1",
      port: 4002,
      baseUrl: "http://localhost:4002",
      redirectUri: "http://localhost:4002/callback",
      signedOutUri: "http://localhost:4002/signed-out",
      scope: "openid profile email address phone",
      strongerAcrValues: "phr urn:countersign:acr:mfa",
      pushesRequests: false,
      apiUrl: undefined,
      ordersApi: undefined,
      bindsTokens: false,
      tracesUrl: undefined,
      tracedPart: 1,
      takesTraceparent: false,
      secure: false,
      cookieSecret: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("is a public client when the secret is empty", () => {
    expect(readEnvironment({ CLIENT_ID: "web", CLIENT_SECRET: "" }).credentials).toEqual({
      clientId: "web",
      clientSecret: undefined,
    });
  });

  it("does not change the issuer, and marks https cookies secure", () => {
    const { settings } = readEnvironment({ ISSUER: "https://op.example/a/", BASE_URL: "https://app.example/" });
    expect([settings.issuer, settings.baseUrl, settings.secure]).toEqual([
      "https://op.example/a/",
      "https://app.example",
      true,
    ]);
  });

  it.each([
    ["an http issuer elsewhere", { ISSUER: "http://op.example" }],
    ["an issuer with a host like localhost-evil", { ISSUER: "http://localhost.evil.example" }],
    ["an issuer with a query", { ISSUER: "https://op.example?x" }],
    ["an http base URL elsewhere", { BASE_URL: "http://app.example" }],
    ["a base URL with a path", { BASE_URL: "https://app.example/app" }],
    ["a scope without openid", { SCOPE: "profile" }],
    ["an invalid port", { PORT: "http" }],
    ["an initial access token of two words", { INITIAL_ACCESS_TOKEN: "two words" }],
    ["an invalid logout address", { BACKCHANNEL_LOGOUT_URI: "off" }],
    ["a cookie secret that can be guessed", { COOKIE_SECRET: "secret" }],
    ["an invalid application type", { APPLICATION_TYPE: "desktop" }],
    ["a key without a client", { CLIENT_KEY_FILE: "key.json" }],
    ["a key and a secret", { CLIENT_ID: "web", CLIENT_SECRET: "s", CLIENT_KEY_FILE: "key.json" }],
    ["a logo that is not an http or https URL", { LOGO_URI: "javascript:alert(1)" }],
  ])("refuses to start with %s", (_, env) => {
    expect(() => readEnvironment(env)).toThrow();
  });

  it("refuses a publicly known secret in production, and accepts it elsewhere", () => {
    const known = { CLIENT_ID: "web", CLIENT_SECRET: "development-only-secret" };
    expect(() => readEnvironment({ ...known, NODE_ENV: "production" })).toThrow(/development default/);
    expect(readEnvironment({ ...known, NODE_ENV: "development" }).credentials?.clientSecret).toBe(known.CLIENT_SECRET);
    const own = { ...known, CLIENT_SECRET: "s".repeat(43), NODE_ENV: "production" };
    expect(readEnvironment(own).credentials?.clientSecret).toBe(own.CLIENT_SECRET);
  });

  it("lists every problem together", () => {
    expect(() => readEnvironment({ SCOPE: "email", PORT: "-1" })).toThrow(/SCOPE[\s\S]*PORT|PORT[\s\S]*SCOPE/);
  });
});
