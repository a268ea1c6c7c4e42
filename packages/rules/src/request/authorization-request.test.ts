import { describe, expect, it } from "vitest";
import type { Client } from "../client/client.ts";
import { SCOPE_EXPECTED } from "../consent/scope-token.ts";
import { authorizationParams, checkAuthorizationRequest, refuseUnsupported } from "./authorization-request.ts";
import { readParameters, refuseRepeated, takeParameters } from "./parameters.ts";
import { RESPONSE_TYPES, requestedArtifacts } from "./response/response-type.ts";

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
const spa: Client = { ...web, id: "publicClient", tokenEndpointAuthMethod: "none", secretHash: undefined };

const sent = { response_type: "code", scope: "openid", code_challenge: challenge, code_challenge_method: "S256" };

/** Reads and checks the request `sent` with some parameters changed. An empty value removes the parameter. */
function check(changes: Record<string, string> = {}, client: Client = web) {
  const parameters = readParameters(Object.entries({ ...sent, ...changes }));
  refuseUnsupported(parameters);
  return checkAuthorizationRequest(takeParameters(authorizationParams, parameters), client, resource);
}

const noClaims = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };
const refusal = (code: string, message: unknown) => expect.objectContaining({ code, message });

describe("RFC 6749 §4.1.1: an authorization request", () => {
  it.each(["a\0b", "\ud800"])("contains nothing that a store cannot hold: %j", (value) => {
    for (const name of ["nonce", "state", "login_hint"])
      expect(() => check({ [name]: value })).toThrow(
        refusal("invalid_request", `${name} must not have a NUL or half a surrogate pair`),
      );
  });

  it("consists of what was sent and checked", () => {
    const everything = { nonce: "n1", state: "st1", prompt: "login consent", max_age: "60", login_hint: "alice" };
    const looks = { ui_locales: "de en", display: "touch" };
    expect(check({ ...everything, ...looks, resource: "https://api.example", response_mode: "query" })).toEqual({
      wanted: { code: true, token: false, idToken: false },
      scopes: ["openid"],
      claims: noClaims,
      acrValues: [],
      nonce: "n1",
      prompt: ["login", "consent"],
      maxAgeSeconds: 60,
      loginHint: "alice",
      uiLocales: ["de", "en"],
      display: "touch",
      codeChallenge: challenge,
      resource: "https://api.example",
    });
  });

  it("has few required parameters, and leaves the rest undefined", () => {
    expect(check({ scope: "" })).toEqual({
      wanted: { code: true, token: false, idToken: false },
      scopes: [],
      claims: noClaims,
      acrValues: [],
      nonce: undefined,
      prompt: [],
      maxAgeSeconds: undefined,
      loginHint: undefined,
      uiLocales: [],
      display: undefined,
      codeChallenge: challenge,
      resource: "https://api.example",
    });
  });

  it.each([
    ["extra", "foobar"],
    ["display", "hologram"],
    ["claims_locales", "se"],
  ])("ignores %s (§3.1)", (name, value) => expect(check({ [name]: value })).toEqual(check()));
});

describe("RFC 6749 §3.1.1: the response type", () => {
  it("authz-03: is required", () => {
    expect(() => check({ response_type: "" })).toThrow(refusal("invalid_request", "response_type is missing"));
  });

  it.each(["none code", "code bogus", "bogus", "Code", "code "])("authz-04: is not %s", (type) => {
    expect(() => check({ response_type: type }, { ...web, responseTypes: [type] })).toThrow(
      refusal("unsupported_response_type", "response_type is not supported: the client may use no response type"),
    );
    expect(() => check({ response_type: type })).toThrow(
      refusal("unsupported_response_type", "response_type is not supported: the client may use code"),
    );
  });

  it.each(RESPONSE_TYPES.filter((type) => type !== "code"))(
    "authz-04: %s is for clients of profile oidc that registered it",
    (type) => {
      const implicit = { ...web, profile: "oidc", responseTypes: [type] } as const;
      const others = RESPONSE_TYPES.filter((other) => other !== type);
      for (const [client, allowed] of [
        [web, "code"],
        [{ ...implicit, responseTypes: others }, others.join(", ")],
        [{ ...implicit, responseTypes: ["code"] }, "code"],
        [{ ...implicit, profile: "oauth21" }, "no response type"],
      ] as const) {
        expect(() => check({ response_type: type }, client)).toThrow(
          refusal("unauthorized_client", `client may not use this response_type: it may use ${allowed}`),
        );
      }
      expect(check({ response_type: type, nonce: "n1" }, implicit).wanted).toEqual(requestedArtifacts(type));
    },
  );

  it("must be registered by the client", () => {
    expect(() => check({}, { ...web, responseTypes: [] })).toThrow(
      refusal("unauthorized_client", "client may not use this response_type: it may use no response type"),
    );
  });

  it.each(["bogus", "form_post.jws", "query.jwt.jwt", "JWT", "web_message"])(
    "resp-05, resp-08: refuses the response mode %s",
    (mode) => {
      expect(() => check({ response_mode: mode })).toThrow(
        refusal("invalid_request", expect.stringMatching(/^response_mode must be one of query, /)),
      );
    },
  );

  it("FAPI 2.0 Message Signing §5.4: refuses a response mode that the client did not register", () => {
    const signed = { ...web, responseModes: ["jwt"] };
    expect(() => check({}, signed)).toThrow(
      refusal("invalid_request", "response_mode is not one that the client registered"),
    );
    expect(check({ response_mode: "jwt" }, signed)).toBeDefined();
  });
});

describe("RFC 7636 §4.4.1: the code challenge", () => {
  const none = { code_challenge: "", code_challenge_method: "" };

  it.each([
    ["pkce-01: a public client", spa],
    ["pkce-02: a confidential client", web],
    ["a public client of profile oidc", { ...spa, profile: "oidc" } as const],
    [
      "pkce-12: a native client of profile oidc with a secret",
      { ...web, profile: "oidc", applicationType: "native" } as const,
    ],
  ])("is required from %s", (_, client) => {
    const text = expect.stringMatching(/^code_challenge is required: send one, with code_challenge_method S256/);
    expect(() => check(none, client)).toThrow(expect.objectContaining({ code: "invalid_request", message: text }));
  });

  it("I4: the description names the profile that may do without, to a client that could have it", () => {
    const wayOut = /, or register the client with profile oidc if its software cannot$/;
    expect(() => check(none, web)).toThrow(wayOut);
    for (const other of [spa, { ...web, applicationType: "native" as const }, { ...web, profile: "fapi2" as const }])
      expect(() => check(none, other)).not.toThrow(wayOut);
  });

  it("may be missing from a confidential client of profile oidc", () => {
    expect(check(none, { ...web, profile: "oidc" }).codeChallenge).toBeUndefined();
    expect(check({}, { ...web, profile: "oidc" }).codeChallenge).toBe(challenge);
  });

  it.each([spa, { ...web, profile: "oidc" } as const])(
    "pkce-05: must have a method, because plain is not supported",
    (client) => {
      expect(() => check({ code_challenge_method: "" }, client)).toThrow(
        refusal("invalid_request", "code_challenge_method must be S256"),
      );
    },
  );

  it("must not be sent as only a method", () => {
    expect(() => check({ code_challenge: "" }, { ...web, profile: "oidc" })).toThrow(
      refusal("invalid_request", "code_challenge is missing"),
    );
  });

  it.each(["plain", "s256", "S512", "S256 "])("pkce-06: refuses the method '%s'", (method) => {
    expect(() => check({ code_challenge_method: method }, spa)).toThrow(
      refusal("invalid_request", "code_challenge_method must be S256"),
    );
  });

  it.each([challenge.slice(1), "c".repeat(129), `${challenge.slice(1)}=`, `${challenge.slice(1)}+`])(
    "pkce-07: is not %s",
    (value) => {
      expect(() => check({ code_challenge: value }, spa)).toThrow(
        refusal(
          "invalid_request",
          "code_challenge must be the SHA-256 of the code_verifier in base64url: 43 characters",
        ),
      );
    },
  );
});

describe("RFC 6749 §3.3: the scope", () => {
  it.each(['openid "x"', "openid\\email", "openid\temail", "openid  email", "openid\u00a0email", 'é\\"'])(
    "authz-10, resp-11: is not %j",
    (scope) => expect(() => check({ scope })).toThrow(refusal("invalid_scope", `scope ${SCOPE_EXPECTED}`)),
  );

  it("authz-11: must be allowed for the client; an undefined one is left out", () => {
    expect(() => check({ scope: "openid admin" })).toThrow(
      refusal("invalid_scope", "scope is not allowed for this client"),
    );
    expect(check({ scope: "openid nonsense" }).scopes).toEqual(["openid"]);
  });

  it.each(["OPENID", "Openid"])("authz-12: does not treat %s as openid", (scope) => {
    expect(check({ scope: `${scope} email` }).scopes).toEqual(["email"]);
  });

  it("S2: must name something that is known and allowed, because a token would give nothing otherwise", () => {
    const nothing = refusal("invalid_scope", "scope names nothing that is known here and registered for this client");
    expect(() => check({ scope: "OPENID nonsense" })).toThrow(nothing);
    expect(check({ scope: "" }).scopes).toEqual([]);
  });
});

describe("specification §4.8 rule 3: every parameter is checked, however it is sent", () => {
  it.each([["registration", "registration_not_supported"]])(
    "authz-24: refuses %s instead of ignoring it",
    (name, code) => {
      expect(() => check({ [name]: "https://evil.example/r.jwt" })).toThrow(refusal(code, `${name} is not supported`));
    },
  );

  it("also refuses a repeated one, by the rule for all parameters", () => {
    const parameters = readParameters([...Object.entries(sent), ["request", "a"], ["request", "b"]]);
    expect(() => refuseRepeated(parameters)).toThrow("a parameter is repeated");
  });
});
