import { clientMetadata } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { clientsOfKeycloak } from "./keycloak-clients.ts";

const issuer = "https://auth.example";
const scopes = { defaultClientScopes: ["profile", "email", "address", "phone", "offline_access"] };
const web = { clientId: "web", protocol: "openid-connect", redirectUris: ["https://rp.example/cb"], ...scopes };
const realm = (...clients: object[]) => JSON.stringify({ realm: "r", clients });

/** The one client of a realm, and its metadata as they are registered. */
function converted(changes: object) {
  const [client] = clientsOfKeycloak(realm({ ...web, ...changes }));
  if (client === undefined) throw new Error("it has no client");
  return { ...client, registered: clientMetadata({ issuer }).parse(client.metadata) };
}
const attributes = (given: Readonly<Record<string, string>>) => ({ attributes: given });

describe("an imported client behaves as it did", () => {
  it.each<[string, object, object]>([
    ["F16: PKCE is not demanded of it", {}, { profile: "oidc" }],
    ["F16: unless it was", attributes({ "pkce.code.challenge.method": "S256" }), { profile: "oauth21" }],
    ["I5: people are not asked for consent", {}, { consent_policy: "implicit" }],
    ["I5: unless they were", { consentRequired: true }, { consent_policy: "explicit" }],
    ["I1: its ID tokens have the claims of scopes", {}, { id_token_claims: "scopes" }],
    ["F22: a missing flow is the code flow", {}, { grant_types: ["authorization_code", "refresh_token"] }],
    ["F17: it may be offline", {}, { scope: "openid profile email address phone offline_access" }],
    [
      "F17: where its scopes allow it",
      { defaultClientScopes: ["profile", "roles"], optionalClientScopes: ["offline_access"] },
      { scope: "openid profile offline_access" },
    ],
    ["an app with a scheme is native", { redirectUris: ["com.acme.app://cb"] }, { application_type: "native" }],
    ["its scheme may have no dot", { redirectUris: ["app:/cb"] }, { redirect_uri_exceptions: ["scheme_without_dot"] }],
    [
      "its address may be on localhost",
      { redirectUris: ["http://localhost:3000/cb"] },
      { redirect_uri_exceptions: ["http_localhost"], application_type: "web" },
    ],
    [
      "F23: its algorithms",
      attributes({ "id.token.signed.response.alg": "ES256", "user.info.response.signature.alg": "PS256" }),
      { id_token_signed_response_alg: "ES256", userinfo_signed_response_alg: "PS256" },
    ],
    [
      "F23: its back-channel logout, with the session",
      attributes({ "backchannel.logout.url": "https://rp.example/out" }),
      { backchannel_logout_uri: "https://rp.example/out", backchannel_logout_session_required: true },
    ],
    [
      "F23: its front-channel logout",
      { frontchannelLogout: true, ...attributes({ "frontchannel.logout.url": "https://rp.example/out" }) },
      { frontchannel_logout_uri: "https://rp.example/out" },
    ],
    [
      "F23: its subjects",
      { protocolMappers: [{ name: "p", protocolMapper: "oidc-sha256-pairwise-sub-mapper" }] },
      { subject_type: "pairwise" },
    ],
    [
      "F23: its keys",
      { clientAuthenticatorType: "client-jwt", ...attributes({ "jwks.url": "https://rp.example/jwks" }) },
      { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://rp.example/jwks" },
    ],
    [
      "F23: keys it is bound to",
      attributes({ "dpop.bound.access.tokens": "true" }),
      { dpop_bound_access_tokens: true },
    ],
  ])("%s", (_, changes, members) => {
    const { registered, refused } = converted(changes);
    expect(refused).toEqual([]);
    expect(registered).toMatchObject(members);
  });

  it("a service has its grant, and no page", () => {
    const service = { standardFlowEnabled: false, serviceAccountsEnabled: true, redirectUris: [] };
    const { registered } = converted(service);
    expect(registered).toMatchObject({ grant_types: ["client_credentials"], response_types: [] });
  });
});

const mapper = (name: string, protocolMapper: string, claim?: string) => ({
  protocolMappers: [{ name, protocolMapper, config: { "claim.name": claim } }],
});
const SECRET = "it gets another secret: set it where the application has the old one";
const REFRESH = "it gets a refresh token only if it asks for the scope offline_access";

describe("each thing that is different is named, with what to do", () => {
  it.each<[string, object, readonly string[]]>([
    ["a usual client: its secret, and refresh tokens", {}, [SECRET, REFRESH]],
    ["PKCE of a public client", { publicClient: true }, ["it has to send a code_challenge here (PKCE), as", REFRESH]],
    ["no refresh token", { defaultClientScopes: ["email"] }, [SECRET, "it gets no refresh token here"]],
    ["it had none", attributes({ "use.refresh.tokens": "false" }), [SECRET]],
    ["an exception", { redirectUris: ["app:/cb"] }, [SECRET, "redirect_uri_exceptions is scheme_without_dot", REFRESH]],
  ])("%s", (_, changes, notes) => {
    expect(converted(changes).changed).toEqual(notes.map((note) => expect.stringContaining(note)));
  });
});

describe("each thing that does not come along is named, with what to do", () => {
  it.each<[string, object, string]>([
    ["passwords", { directAccessGrantsEnabled: true }, "it may ask for passwords itself in Keycloak, and not here"],
    ["the implicit flow", { implicitFlowEnabled: true }, "the implicit flow is left out"],
    ["the device flow", attributes({ "oauth2.device.authorization.grant.enabled": "true" }), "the device flow is left"],
    [
      "its permissions",
      { authorizationServicesEnabled: true },
      "its permissions (authorization services) are left out",
    ],
    ["its admin URL", { adminUrl: "https://rp.example/k" }, "its admin URL is left out"],
    ["a scope", { defaultClientScopes: ["shop", "acr", "offline_access"] }, "its scope shop is left out"],
    ["roles in tokens", { defaultClientScopes: ["roles", "offline_access"] }, "realm_access and resource_access are"],
    ["a mapper", { protocolMappers: [{ name: "x" }] }, "its mapper x is left out: see claim-mapping.md, or hooks.md"],
    ["groups", mapper("g", "oidc-group-membership-mapper", "groups"), "its mapper g is left out: users' groups are"],
    ["an audience", mapper("a", "oidc-audience-mapper"), "its mapper a is left out: add a resource server"],
    ["a value", mapper("v", "oidc-usermodel-attribute-mapper", "quota"), "its mapper v is left out"],
    ["an algorithm", attributes({ "id.token.signed.response.alg": "ES256K" }), "id_token_signed_response_alg ES256K"],
    ["encryption", attributes({ "id.token.encrypted.response.alg": "RSA-OAEP" }), "encryption is left out"],
    ["lifetimes", attributes({ "access.token.lifespan": "60" }), "the lifetime of its tokens is left out"],
    ["levels", attributes({ "acr.loa.map": '{"a":"1"}' }), "its levels of authentication are left out"],
    ["a theme", attributes({ login_theme: "x" }), "its theme is left out"],
    ["a flow", { authenticationFlowBindingOverrides: { browser: "x" } }, "its own authentication flow is left out"],
    [
      "a front-channel address elsewhere",
      { frontchannelLogout: true, ...attributes({ "frontchannel.logout.url": "https://other.example/out" }) },
      "its front-channel logout address https://other.example/out is left out",
    ],
  ])("%s", (_, changes, note) => {
    expect(converted(changes).left).toEqual([expect.stringContaining(note)]);
  });

  it.each<[string, object]>([
    ["a usual client", { defaultClientScopes: ["web-origins", "acr", "profile", "offline_access"] }],
    ["values that say nothing", attributes({ login_theme: "", "acr.loa.map": "{}", "request.object.required": "any" })],
    ["a mapper of a claim that is here", mapper("e", "oidc-usermodel-property-mapper", "email")],
    ["what a service is told of itself", mapper("c", "oidc-usersessionmodel-note-mapper", "client_id")],
  ])("and %s has nothing", (_, changes) => {
    expect(converted(changes).left).toEqual([]);
  });

  it.each([
    ["F20: a disabled client", { enabled: false }, "it is disabled in Keycloak"],
    ["an API", { bearerOnly: true }, "it is an API that only checks tokens: add it as a resource server"],
  ])("%s is left out by name", (_, changes, why) => {
    const [client] = clientsOfKeycloak(realm({ ...web, ...changes }));
    expect(client).toMatchObject({ clientId: "web", skipped: [why], refused: [], changed: [], left: [] });
  });

  it("a client of SAML is refused, and no addresses are asked for", () => {
    const [client] = clientsOfKeycloak(realm({ ...web, protocol: "saml", redirectUris: ["https://rp.example/*"] }));
    expect(client).toMatchObject({ refused: ["it uses SAML: there is none here"], wild: [] });
  });
});

describe("F24: the file", () => {
  it("may begin with a byte order mark, and may be a list of one realm", () => {
    expect(clientsOfKeycloak(`\uFEFF${realm(web)}`)).toHaveLength(1);
    expect(clientsOfKeycloak(`[${realm(web)}]`)).toHaveLength(1);
  });

  it.each([
    ["two realms", `[${realm(web)},${realm(web)}]`, "it has 2 realms: write each into a file of its own"],
    ["no clients", "{}", "it has no clients: export the realm with them"],
    ["no JSON", "x", "it is not JSON that can be read"],
  ])("with %s is refused, and says why", (_, text, why) => {
    expect(() => clientsOfKeycloak(text)).toThrow(why);
  });
});
