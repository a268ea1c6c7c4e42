import { describe, expect, it } from "vitest";
import { openRegistrationParser } from "./open-registration.ts";

const context = {
  issuer: "https://auth.example",
  userinfoResource: "https://api.example",
  scopes: ["openid", "email", "offline_access", "files:read"],
  userinfoJwt: false,
};
const { parse } = openRegistrationParser(context);
const request = { client_name: "Tool", redirect_uris: ["http://127.0.0.1:3334/callback"] };

describe("RFC 7591 §3: a registration without an initial access token", () => {
  it("is that of a public native client, also if it asks for more", () => {
    const sent = {
      ...request,
      token_endpoint_auth_method: "client_secret_post",
      application_type: "web",
      profile: "oidc",
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      response_types: ["code", "token"],
      logo_uri: "https://evil.example/logo.png",
      client_uri: "https://bank.example",
      jwks_uri: "https://evil.example/jwks",
      backchannel_logout_uri: "https://evil.example/logout",
      post_logout_redirect_uris: ["https://evil.example"],
      consent_policy: "implicit",
      redirect_uri_exceptions: ["http_localhost"],
    };
    expect(parse(sent)).toEqual(parse(request));
    expect(parse(request)).toMatchObject({
      profile: "oauth21",
      application_type: "native",
      token_endpoint_auth_method: "none",
      response_types: ["code"],
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid email offline_access files:read",
    });
    for (const name of ["client_uri", "logo_uri", "jwks_uri", "backchannel_logout_uri"])
      expect(parse(sent)).not.toHaveProperty(name);
  });

  it("may ask for fewer scopes and grants, and not for others", () => {
    expect(parse({ ...request, scope: "files:read", grant_types: ["authorization_code"] })).toMatchObject({
      scope: "files:read",
      grant_types: ["authorization_code"],
    });
    expect(parse({ ...request, scope: "files:write openid" }).scope).toBe("openid");
  });

  it.each(["http://127.0.0.1:3334/callback", "http://[::1]:3334/callback", "http://localhost:3334/oauth/callback"])(
    "keeps %s and leaves out what is elsewhere",
    (uri) => {
      expect(parse({ ...request, redirect_uris: ["https://vscode.dev/redirect", uri] }).redirect_uris).toEqual([uri]);
    },
  );

  it.each([
    ["https://evil.example/callback"],
    ["http://127.0.0.1.evil.example/callback"],
    ["http://localhost.evil.example/callback"],
    ["https://localhost/callback"],
    ["com.example.app:/callback"],
    ["javascript:alert(1)"],
  ])("dcr-30: refuses one with %s only", (uri) => {
    expect(() => parse({ ...request, redirect_uris: [uri] })).toThrow(/on 127\.0\.0\.1/);
  });

  it.each([null, [[]], "text", 7, { client_name: "Tool" }, { ...request, redirect_uris: [7] }])(
    "refuses %j",
    (body) => {
      expect(() => parse(body)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^invalid_/) }));
    },
  );
});
