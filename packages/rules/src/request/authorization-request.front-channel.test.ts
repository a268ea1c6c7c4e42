import { describe, expect, it } from "vitest";
import type { Client } from "../client/client.ts";
import { authorizationParams, checkAuthorizationRequest } from "./authorization-request.ts";
import { readParameters, takeParameters } from "./parameters.ts";
import { RESPONSE_TYPES } from "./response/response-type.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
const resource = { identifier: "https://api.example", scopes: ["openid", "email", "offline_access"] };

const all: Client = {
  id: "webClient",
  profile: "oidc",
  name: "All",
  applicationType: "web",
  tokenEndpointAuthMethod: "client_secret_basic",
  secretHash: new Uint8Array(32),
  redirectUris: ["https://rp.example/cb"],
  postLogoutRedirectUris: [],
  grantTypes: ["authorization_code", "implicit"],
  responseTypes: RESPONSE_TYPES,
  scopes: ["openid", "email", "offline_access"],
  idTokenSignedResponseAlg: "RS256",
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
  hasLogo: false,
  resourceServer: undefined,
};
const spa: Client = { ...all, tokenEndpointAuthMethod: "none", secretHash: undefined };

const sent = { response_type: "id_token", scope: "openid", nonce: "n1" };

/** Reads and checks the request `sent` with some parameters changed. An empty value removes the parameter. */
function check(changes: Record<string, string>, client: Client = all) {
  const parameters = readParameters(Object.entries({ ...sent, ...changes }));
  return checkAuthorizationRequest(takeParameters(authorizationParams, parameters), client, resource);
}

const refusal = (message: string) => expect.objectContaining({ code: "invalid_request", message });

describe("OIDC Core §3.2.2.1 and §3.3.2.11: an ID token in the front channel", () => {
  const types = ["id_token", "id_token token", "token id_token", "code id_token", "code id_token token"];

  it.each(types)("%s needs a nonce", (type) => {
    expect(() => check({ response_type: type, nonce: "" })).toThrow(refusal("nonce is required"));
    expect(check({ response_type: type }).nonce).toBe("n1");
  });

  it.each(types)("%s needs the scope openid", (type) => {
    expect(() => check({ response_type: type, scope: "email" })).toThrow(
      refusal("response_type id_token needs the scope openid"),
    );
  });

  it.each(["code", "token", "code token", "none"])("%s needs neither", (type) => {
    expect(check({ response_type: type, scope: "email", nonce: "" }).nonce).toBeUndefined();
  });

  it.each(types)("resp-06: %s is never sent in a query", (type) => {
    expect(() => check({ response_type: type, response_mode: "query" })).toThrow(
      refusal("response_mode query must not be used for tokens"),
    );
  });
});

describe("RFC 7636 §4.4.1: the code challenge", () => {
  it.each(["code", "code id_token", "code token", "code id_token token"])(
    "pkce-01: %s requires one from a public client, and keeps the one of a confidential client",
    (type) => {
      expect(() => check({ response_type: type }, spa)).toThrow(
        refusal("code_challenge is required: send one, with code_challenge_method S256"),
      );
      expect(check({ response_type: type, ...pkce }, spa).codeChallenge).toBe(challenge);
      expect(check({ response_type: type, ...pkce }).codeChallenge).toBe(challenge);
      expect(check({ response_type: type }).codeChallenge).toBeUndefined();
    },
  );

  it.each(["token", "id_token", "id_token token", "none"])("%s has no code to bind", (type) => {
    expect(check({ response_type: type }, spa).wanted.code).toBe(false);
  });
});

describe("OIDC Core §11: offline access requires a code", () => {
  it.each([
    ["code", true],
    ["code token", true],
    ["code id_token token", true],
    ["id_token token", false],
    ["none", false],
  ])("%s may request it: %s", (type, may) => {
    const { scopes } = check({ response_type: type, scope: "openid offline_access" });
    expect(scopes.includes("offline_access")).toBe(may);
  });
});

describe("specification §4.8 rule 5: a form returns the state as it was sent", () => {
  it.each(["a\nb", "a\rb", "a\r\nb", "\n", "a\r"])(
    "or refuses it, because a form would change every line break: %j",
    (state) => {
      expect(() => check({ state, response_mode: "form_post" })).toThrow(
        refusal("state has line breaks that a form cannot carry"),
      );
      expect(() => check({ state })).not.toThrow();
    },
  );

  it.each(["\u2028", '"><script>', "a b+c&d=é😀"])("resp-04: carries %j", (state) => {
    expect(() => check({ state, response_mode: "form_post" })).not.toThrow();
  });
});
