import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("configuration by environment", () => {
  it("needs a client identifier and defaults everything else to one machine", () => {
    expect(readConfig({ CLIENT_ID: "web" })).toEqual({
      issuer: "http://localhost:4000",
      host: "127.0.0.1",
      port: 4002,
      baseUrl: "http://localhost:4002",
      redirectUri: "http://localhost:4002/callback",
      signedOutUri: "http://localhost:4002/signed-out",
      clientId: "web",
      clientSecret: undefined,
      scope: "openid profile email address phone",
      secure: false,
    });
  });

  it("is a public client when the secret is empty", () => {
    expect(readConfig({ CLIENT_ID: "web", CLIENT_SECRET: "" }).clientSecret).toBeUndefined();
  });

  it("keeps the issuer to the letter, and marks https cookies secure", () => {
    const config = readConfig({ CLIENT_ID: "web", ISSUER: "https://op.example/a/", BASE_URL: "https://app.example/" });
    expect([config.issuer, config.baseUrl, config.secure]).toEqual([
      "https://op.example/a/",
      "https://app.example",
      true,
    ]);
  });

  it.each([
    ["an http issuer elsewhere", { ISSUER: "http://op.example" }],
    ["an issuer that only begins with localhost", { ISSUER: "http://localhost.evil.example" }],
    ["an issuer with a query", { ISSUER: "https://op.example?x" }],
    ["an http base URL elsewhere", { BASE_URL: "http://app.example" }],
    ["a base URL with a path", { BASE_URL: "https://app.example/app" }],
    ["a scope without openid", { SCOPE: "profile" }],
    ["a port that is none", { PORT: "http" }],
    ["no client identifier", { CLIENT_ID: "" }],
  ])("refuses to start with %s", (_, env) => {
    expect(() => readConfig({ CLIENT_ID: "web", ...env })).toThrow();
  });

  it("names every problem at once", () => {
    expect(() => readConfig({ SCOPE: "email", PORT: "-1" })).toThrow(/CLIENT_ID[\s\S]*SCOPE|PORT[\s\S]*CLIENT_ID/);
  });
});
