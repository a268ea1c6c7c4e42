import { describe, expect, it } from "vitest";
import { CLIENT_RECORD } from "../record/client-record.ts";
import { concernsRequests, endsAgreements, scopesLeft, takenBack } from "./registration-change.ts";

const before = {
  name: "Shop",
  localized: { client_name: { de: "Laden" }, policy_uri: { de: "https://shop.example/recht" } },
  redirectUris: ["https://shop.example/cb", "https://shop.example/other"],
  tokenEndpointAuthMethod: "client_secret_basic",
  sector: undefined,
  scopes: ["openid", "email", "offline_access"],
  grantTypes: ["authorization_code", "refresh_token"],
} as const;
const ended = (changes: object) => endsAgreements(before, { ...before, ...changes });

describe("RFC 7592 §2.2: a change of what people consented to ends their consent", () => {
  it.each([
    ["another host", { redirectUris: ["https://evil.example/cb"] }, ["redirect_uris"]],
    ["an additional host", { redirectUris: [...before.redirectUris, "https://evil.example/cb"] }, ["redirect_uris"]],
    ["another port", { redirectUris: ["https://shop.example:8443/cb"] }, ["redirect_uris"]],
    ["a private-use scheme", { redirectUris: ["com.example.shop:/cb"] }, ["redirect_uris"]],
    ["a loopback address instead of a host", { redirectUris: ["http://127.0.0.1/cb"] }, ["redirect_uris"]],
    ["another name", { name: "Bank" }, ["client_name"]],
    ["another name in a language", { localized: { client_name: { de: "Bank" } } }, ["client_name"]],
    ["a name in one more language", { localized: { client_name: { de: "Laden", fr: "Banque" } } }, ["client_name"]],
    ["a removed name in a language", { localized: undefined }, ["client_name"]],
    ["no authentication", { tokenEndpointAuthMethod: "none" }, ["token_endpoint_auth_method"]],
    ["pairwise subjects", { sector: "shop.example" }, ["subject_type"]],
    ["two of these changes", { name: "Bank", sector: "shop.example" }, ["client_name", "subject_type"]],
  ])("%s", (_, changes, members) => {
    expect(ended(changes)).toEqual(members);
  });

  it.each([
    ["nothing", {}],
    ["another path on the host", { redirectUris: ["https://shop.example/new"] }],
    ["the same in another order", { redirectUris: [...before.redirectUris].reverse() }],
    ["a stronger method", { tokenEndpointAuthMethod: "private_key_jwt" }],
    ["an equally strong method", { tokenEndpointAuthMethod: "client_secret_post" }],
    ["a link in a language", { localized: { client_name: { de: "Laden" } } }],
    ["scopes, grants and links", { scopes: [], grantTypes: [], clientUri: "https://x.example", policyUri: undefined }],
  ])("not for %s", (_, changes) => {
    expect(ended(changes)).toEqual([]);
  });

  it("consent-11: the end of an implicit consent, which no person gave, and not its beginning", () => {
    const implied = { ...before, consentPolicy: "implicit" } as const;
    expect(endsAgreements(implied, before)).toEqual(["consent_policy"]);
    expect(endsAgreements(before, implied)).toEqual([]);
  });

  it.each([
    ["private_key_jwt", "client_secret_jwt"],
    ["private_key_jwt", "none"],
    ["client_secret_jwt", "client_secret_basic"],
    ["client_secret_jwt", "client_secret_post"],
  ] as const)("%s is stronger than %s", (stronger, weaker) => {
    const [strong, weak] = [
      { ...before, tokenEndpointAuthMethod: stronger },
      { ...before, tokenEndpointAuthMethod: weaker },
    ];
    expect(endsAgreements(strong, weak)).toEqual(["token_endpoint_auth_method"]);
    expect(endsAgreements(weak, strong)).toEqual([]);
  });

  it("subjects of another sector are others (OIDC Core §8.1)", () => {
    expect(endsAgreements({ ...before, sector: "a.example" }, { ...before, sector: "b.example" })).toEqual([
      "subject_type",
    ]);
    expect(endsAgreements({ ...before, sector: "a.example" }, before)).toEqual(["subject_type"]);
  });

  it.each([
    ["http://localhost:4002/cb", "http://localhost:9999/cb"],
    ["http://127.0.0.1/cb", "http://[::1]:5000/cb"],
    ["http://localhost/cb", "https://app.localhost:8443/cb"],
  ])("a move between addresses of the person's machine keeps the consent: %s, %s", (here, there) => {
    const at = (uri: string) => ({ ...before, redirectUris: [uri] });
    expect(endsAgreements(at(here), at(there))).toEqual([]);
  });
});

describe("RFC 7592 §2.2: what a new registration omits is withdrawn", () => {
  const back = (changes: object) => takenBack(before, { ...before, ...changes });
  const nothing = { scopes: [], refreshTokens: false, redirectUris: false };

  it.each([
    ["nothing", {}, {}],
    ["more than before", { scopes: [...before.scopes, "phone"], redirectUris: [...before.redirectUris, "x:/"] }, {}],
    ["a scope", { scopes: ["openid", "offline_access"] }, { scopes: ["email"] }],
    ["offline_access", { scopes: ["openid", "email"] }, { scopes: ["offline_access"] }],
    ["the refresh token grant", { grantTypes: ["authorization_code"] }, { refreshTokens: true }],
    ["a redirect URI", { redirectUris: ["https://shop.example/cb"] }, { redirectUris: true }],
  ])("%s", (_, changes, expected) => {
    expect(back(changes)).toEqual({ ...nothing, ...expected });
  });

  it("granted scopes that the client may still have are kept, in their order", () => {
    expect(scopesLeft(["email", "openid"], before)).toEqual(["email", "openid"]);
    expect(scopesLeft(["phone", "email", "openid"], before)).toEqual(["email", "openid"]);
    expect(scopesLeft([], before)).toEqual([]);
  });
});

describe("RFC 7592 §2.2: a request that is under way is not answered if the client changed", () => {
  const checked = {
    ...before,
    profile: "oidc",
    applicationType: "web",
    responseTypes: ["code"],
    responseModes: [],
    requestObjectSigningAlg: undefined,
  } as const;

  it.each([
    ["other response modes", { responseModes: ["jwt"] }],
    ["other response types", { responseTypes: ["code", "code id_token"] }],
    ["an algorithm of request objects", { requestObjectSigningAlg: "ES256" }],
    ["another profile", { profile: "oauth21" }],
    ["fewer scopes", { scopes: ["openid"] }],
    ["the demand for signed requests (B4)", { requireSignedRequestObject: true }],
    ["the demand for pushed requests (B4)", { requirePushedAuthorizationRequests: true }],
  ])("by %s", (_, changes) => {
    expect(concernsRequests(checked, { ...checked, ...changes } as typeof checked)).toBe(true);
  });

  it("not by more scopes, or by the algorithm of its responses", () => {
    const changes = { scopes: [...before.scopes, "phone"], authorizationSignedResponseAlg: "ES256" };
    expect(concernsRequests(checked, { ...checked, ...changes })).toBe(false);
  });
});

/**
 * When a change of each member that decides requests takes effect upon a request that waits.
 * - `read`: each step of the request reads and checks the member again.
 * - `revision`: so it does, and a change between the last check and the answer stops the answer, too.
 * - `answer`: the member decides nothing about a request: how the client proves who it is, what it is sent, what people
 *   see.
 */
const EFFECTS: { readonly [F in keyof typeof CLIENT_RECORD]?: "read" | "revision" | "answer" } = {
  profile: "revision",
  name: "revision",
  localized: "revision",
  applicationType: "revision",
  redirectUris: "revision",
  tokenEndpointAuthMethod: "revision",
  grantTypes: "revision",
  responseTypes: "revision",
  scopes: "revision",
  sector: "revision",
  consentPolicy: "revision",
  requestObjectSigningAlg: "revision",
  responseModes: "revision",
  requireSignedRequestObject: "revision",
  requirePushedAuthorizationRequests: "revision",
  redirectUriExceptions: "read",
  requiredScopes: "read",
  defaultMaxAgeSeconds: "read",
  requiredAcr: "read",
  defaultAcrValues: "read",
  authorizationDetailsTypes: "read",
  identityProviders: "read",
  requestUris: "answer",
  postLogoutRedirectUris: "answer",
  tokenEndpointAuthMethodPinned: "answer",
  tokenEndpointAuthSigningAlg: "answer",
  jwks: "answer",
  jwksUri: "answer",
  idTokenSignedResponseAlg: "answer",
  idTokenEncryptedResponseAlg: "answer",
  idTokenEncryptedResponseEnc: "answer",
  idTokenClaims: "answer",
  userinfoSignedResponseAlg: "answer",
  userinfoEncryptedResponseAlg: "answer",
  userinfoEncryptedResponseEnc: "answer",
  dpopBoundAccessTokens: "answer",
  tlsClientAuthSubjectDn: "answer",
  tlsClientAuthSanDns: "answer",
  tlsClientAuthSanUri: "answer",
  tlsClientAuthSanIp: "answer",
  tlsClientAuthSanEmail: "answer",
  tlsClientAuthAnchor: "answer",
  tlsClientCertificateBoundAccessTokens: "answer",
  accentLight: "answer",
  accentDark: "answer",
  clientUri: "answer",
  policyUri: "answer",
  tosUri: "answer",
  initiateLoginUri: "answer",
  authorizationSignedResponseAlg: "answer",
  authorizationEncryptedResponseAlg: "answer",
  authorizationEncryptedResponseEnc: "answer",
  introspectionSignedResponseAlg: "answer",
  introspectionEncryptedResponseAlg: "answer",
  introspectionEncryptedResponseEnc: "answer",
  backchannelLogoutUri: "answer",
  frontchannelLogoutUri: "answer",
};

describe("B4: each member that decides requests says what a change does to a request that waits", () => {
  it("and a new member has to say it", () => {
    const deciding = Object.entries(CLIENT_RECORD).flatMap(([field, { inRequests }]) => (inRequests ? [field] : []));
    expect(Object.keys(EFFECTS).sort()).toEqual(deciding.sort());
  });

  /** A change of each member that a waiting request is stopped by. */
  const changes: Readonly<Record<string, object>> = {
    profile: { profile: "oauth21" },
    name: { name: "Bank" },
    localized: { localized: undefined },
    applicationType: { applicationType: "native" },
    redirectUris: { redirectUris: ["https://shop.example/new"] },
    tokenEndpointAuthMethod: { tokenEndpointAuthMethod: "none" },
    grantTypes: { grantTypes: ["authorization_code"] },
    responseTypes: { responseTypes: ["code id_token"] },
    scopes: { scopes: ["openid"] },
    sector: { sector: "shop.example" },
    consentPolicy: { consentPolicy: "explicit" },
    requestObjectSigningAlg: { requestObjectSigningAlg: "ES256" },
    responseModes: { responseModes: ["jwt"] },
    requireSignedRequestObject: { requireSignedRequestObject: true },
    requirePushedAuthorizationRequests: { requirePushedAuthorizationRequests: true },
  };
  const held = {
    ...before,
    profile: "oidc",
    applicationType: "web",
    responseTypes: ["code"],
    responseModes: [],
  } as const;
  const checked = { ...held, requestObjectSigningAlg: undefined, consentPolicy: "implicit" } as const;

  it.each(Object.keys(EFFECTS).filter((field) => EFFECTS[field as keyof typeof EFFECTS] === "revision"))(
    "%s stops the answer to a request that was checked before",
    (field) => {
      expect(concernsRequests(checked, { ...checked, ...changes[field] } as typeof checked)).toBe(true);
    },
  );
});
