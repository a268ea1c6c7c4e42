import { describe, expect, it } from "vitest";
import type { RequestSurroundings } from "../request/request-check.ts";
import type { Client } from "./client.ts";
import { checkClient } from "./client-check.ts";
import { clientMetadata } from "./metadata/client-metadata.ts";
import { clientFields } from "./record/client-rows.ts";

const surroundings: RequestSurroundings = {
  userinfo: { identifier: "https://auth.example/userinfo", scopes: ["openid", "email", "offline_access"] },
  others: [{ identifier: "https://api.example", name: "API", scopes: ["orders"], accessTokenTtlSeconds: 300 }],
  nativeLocalhost: false,
  mustPush: false,
  mustSign: false,
};
const check = (members: object, state: object = {}, changed: Partial<RequestSurroundings> = {}) => {
  const given = { client_name: "App", redirect_uris: ["https://rp.example/cb"], scope: "openid email", ...members };
  const metadata = clientMetadata({ issuer: "http://localhost:4000" }).parse(given);
  const client = { ...clientFields(metadata), id: "app", hasLogo: false, ...state } as Client;
  return checkClient(client, { ...surroundings, ...changed }).map(({ about, says }) => `${about}: ${says}`);
};

describe("clients check: what a registration refuses, in sentences", () => {
  it("all of a usual web application", () => {
    expect(check({})).toEqual([
      "authentication: its secret in the header (client_secret_basic) or in the body (client_secret_post)",
      "grant types: authorization_code; any other is refused with unauthorized_client",
      "redirect URI: https://rp.example/cb: compared byte by byte",
      "requests: must have a response_type of code",
      "PKCE: a request without code_challenge, or with another method than S256, is refused; if its " +
        "software cannot, register it with profile oidc",
      "refresh tokens: it gets none: add refresh_token to grant_types, and offline_access to scope",
      "consent: people are asked on the consent page (consent_policy explicit)",
      "ID tokens: have sub and no more, unless a request names claims; the others are at /userinfo, or set " +
        "id_token_claims scopes",
      "scopes: openid email of /userinfo",
      "scopes: a defined scope that is not among these is refused with invalid_scope",
    ]);
  });

  it.each<[string, object, string]>([
    ["profile oidc", { profile: "oidc" }, "PKCE: not demanded; if a code_challenge is sent, its method must be S256"],
    ["profile oidc", { profile: "oidc" }, "ID tokens: have the claims of the granted scopes (id_token_claims scopes)"],
    [
      "a public client",
      { token_endpoint_auth_method: "none" },
      "PKCE: a request without code_challenge, or with another method than S256, is refused",
    ],
    [
      "a public client",
      { token_endpoint_auth_method: "none" },
      "authentication: it is public: a request with a secret is refused",
    ],
    [
      "a pinned method",
      { token_endpoint_auth_method_pinned: true },
      "authentication: only by client_secret_basic: every other way is refused with invalid_client",
    ],
    [
      "a refresh token without the scope",
      { grant_types: ["authorization_code", "refresh_token"] },
      "refresh tokens: it gets none: add offline_access to scope",
    ],
    [
      "a refresh token",
      { grant_types: ["authorization_code", "refresh_token"], scope: "openid offline_access" },
      "refresh tokens: if it asks for offline_access and the person allows it; each use replaces it, and " +
        "the old one ends",
    ],
    [
      "implicit consent",
      { consent_policy: "implicit" },
      "consent: the operator agrees (consent_policy implicit): no consent page is shown",
    ],
    ["no openid", { scope: "email" }, "ID tokens: it gets none: openid is not in its scope"],
    ["a scope of an API", { scope: "openid orders" }, "scopes: orders of https://api.example"],
    ["an unknown scope", { scope: "openid what" }, "scopes: what: no resource server defines them"],
    ["DPoP", { dpop_bound_access_tokens: true }, "tokens: a token request without a DPoP proof is refused"],
    [
      "a loopback port of a native app",
      { application_type: "native", redirect_uris: ["http://127.0.0.1/cb"] },
      "redirect URI: http://127.0.0.1/cb: compared byte by byte; any port is accepted, because it is " +
        "native and on loopback",
    ],
    [
      "localhost of a web application",
      { redirect_uris: ["http://localhost:3000/cb/"] },
      "redirect URI: http://localhost:3000/cb/: compared byte by byte; only this port, and only for a " +
        "browser on the same machine; localhost is another address than 127.0.0.1; without its last slash it " +
        "is another address",
    ],
    [
      "a private-use scheme",
      { application_type: "native", redirect_uris: ["com.acme.app:/cb"] },
      "redirect URI: com.acme.app:/cb: compared byte by byte; any app on the device may register the " +
        "scheme com.acme.app:",
    ],
    [
      "a query",
      { redirect_uris: ["https://rp.example/cb?a=1"] },
      "redirect URI: https://rp.example/cb?a=1: compared byte by byte; a request must send its query, too, " +
        "in the same order",
    ],
    [
      "a program without people",
      { redirect_uris: [], grant_types: ["client_credentials"], scope: "orders" },
      "people: it has no response type: no one can sign in to it",
    ],
    ["pushed requests", { require_pushed_authorization_requests: true }, "requests: must be pushed (RFC 9126)"],
  ])("%s", (_, members, sentence) => {
    expect(check(members)).toContain(sentence);
  });

  it("a disabled client, and what the deployment demands", () => {
    expect(check({}, { disabledAt: new Date(0) })[0]).toBe(
      "state: it is disabled: all is refused until `clients enable`",
    );
    expect(check({}, {}, { mustPush: true })).toContain("requests: must be pushed (RFC 9126)");
    expect(check({}, {}, { mustSign: true })).toContain("requests: must be in a signed request object (RFC 9101)");
    expect(check({}, { hasRegistrationToken: true })[0]).toContain("only by client_secret_basic");
    expect(check({}, { resourceServer: "https://api.example" })).toContain(
      "introspection: of all tokens for https://api.example, as its API",
    );
  });
});
