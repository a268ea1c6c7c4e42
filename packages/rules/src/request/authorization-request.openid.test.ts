import { describe, expect, it } from "vitest";
import type { Client } from "../client/client.ts";
import { authorizationParams, checkAuthorizationRequest, refuseUnsupported } from "./authorization-request.ts";
import { readParameters, takeParameters } from "./parameters.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const resource = { identifier: "https://api.example", scopes: ["openid", "email", "admin"] };

const web: Client = {
  id: "webClient",
  profile: "oauth21",
  name: "Web",
  applicationType: "web",
  tokenEndpointAuthMethod: "client_secret_basic",
  secretHash: new Uint8Array(32),
  redirectUris: ["https://rp.example/cb"],
  postLogoutRedirectUris: [],
  grantTypes: ["authorization_code"],
  responseTypes: ["code"],
  scopes: ["openid", "email"],
  idTokenSignedResponseAlg: "RS256",
  clientUri: undefined,
  policyUri: undefined,
  tosUri: undefined,
  hasLogo: false,
  resourceServer: undefined,
};

const sent = { response_type: "code", scope: "openid", code_challenge: challenge, code_challenge_method: "S256" };

/** Reads and checks the request `sent` with some parameters changed. An empty value removes the parameter. */
function check(changes: Record<string, string> = {}, client: Client = web) {
  const parameters = readParameters(Object.entries({ ...sent, ...changes }));
  refuseUnsupported(parameters);
  return checkAuthorizationRequest(takeParameters(authorizationParams, parameters), client, resource);
}

const refusal = (code: string, message: unknown) => expect.objectContaining({ code, message });

describe("OIDC Core §3.1.2.1: prompt and max_age", () => {
  it.each(["none login", "none consent", "login none", "select_account none"])("authz-15: refuses '%s'", (prompt) => {
    expect(() => check({ prompt })).toThrow(refusal("invalid_request", "prompt none must be the only value"));
  });

  it.each(["None", "nonsense", "login  consent", " login", 'x"y', "login\nconsent"])(
    "resp-11: refuses an unknown prompt: %j",
    (prompt) => {
      expect(() => check({ prompt })).toThrow(
        refusal("invalid_request", "prompt must be one of none, login, consent, select_account, create"),
      );
    },
  );

  it.each([
    ["none", ["none"]],
    ["none none", ["none"]],
    ["select_account login select_account", ["select_account", "login"]],
  ])("reads '%s'", (prompt, expected) => {
    expect(check({ prompt }).prompt).toEqual(expected);
  });

  it.each(["-1", "1e9", "0x10", "1.5", "+1", " 1", "1\n", "٣", "99999999999999999999", "1000000000", "31622401"])(
    "authz-17: refuses max_age %j",
    (value) => {
      expect(() => check({ max_age: value })).toThrow(
        refusal(
          "invalid_request",
          expect.stringMatching(/^max_age must be (a whole number of seconds|at most 31622400)$/),
        ),
      );
    },
  );

  it.each([
    ["0", 0],
    ["010", 10],
    ["31622400", 31_622_400],
  ])("reads max_age %s in seconds", (value, seconds) => {
    expect(check({ max_age: value }).maxAgeSeconds).toBe(seconds);
  });
});

describe("dos-06, resp-04: a kept value must fit into a store", () => {
  it.each([
    ["state", 4096],
    ["nonce", 512],
    ["login_hint", 320],
  ])("accepts a %s of %i characters", (name, limit) => {
    expect(() => check({ [name]: "é\r\n\u2028".padEnd(limit, "x") })).not.toThrow();
  });

  it.each([
    ["state", "x".repeat(4097)],
    ["state", "a\0"],
    ["nonce", "x".repeat(513)],
    ["nonce", "\0"],
    ["login_hint", "x".repeat(321)],
    ["login_hint", "a\n\0b"],
  ])("refuses a %s that is too long or has a NUL", (name, value) => {
    expect(() => check({ [name]: value })).toThrow(
      refusal(
        "invalid_request",
        expect.stringMatching(new RegExp(`^${name} (is longer than \\d+ char|must not have a NUL)`)),
      ),
    );
  });
});
