import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { registrationParser } from "./registration.ts";

const context = {
  issuer: "https://auth.example",
  userinfoResource: "https://api.example",
  scopes: ["openid", "email", "offline_access"],
  userinfoJwt: false,
};
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
const parser = registrationParser(context);
const take = (changes: object = {}) => parser.parse({ ...web, ...changes });

const refusal = (code: string) => expect.objectContaining({ code, message: expect.stringMatching(/^[ !#-[\]-~]+$/) });
const badMetadata = refusal("invalid_client_metadata");
const badRedirectUri = refusal("invalid_redirect_uri");

describe("OIDC Registration §2: members that a client may omit", () => {
  it("have the defaults of OpenID Connect", () => {
    expect(take()).toEqual({
      profile: "oidc",
      client_name: "Web",
      application_type: "web",
      redirect_uris: ["https://rp.example/cb"],
      post_logout_redirect_uris: [],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid email",
      subject_type: "public",
      id_token_signed_response_alg: "RS256",
    });
  });

  it("the name is the host of the redirect URI", () => {
    expect(take({ client_name: undefined }).client_name).toBe("rp.example");
    const native = { client_name: undefined, application_type: "native", redirect_uris: ["com.example.app:/cb"] };
    expect(take(native).client_name).toBe("com.example.app:");
  });

  it("offline_access is a default for clients that may refresh", () => {
    const grant_types = ["authorization_code", "refresh_token"];
    expect(take({ grant_types }).scope).toBe("openid email offline_access");
  });
});

describe("dcr-09: what a client may not give itself", () => {
  it("registers no unknown scope", () => {
    expect(take({ scope: "admin openid" }).scope).toBe("openid");
  });

  it("ignores unknown members (RFC 7591 §2)", () => {
    const more = {
      skip_consent: true,
      first_party: true,
      client_id: "webClient",
      client_secret: "x",
      resource_server: "r",
    };
    expect(take({ ...more, __proto__: { scope: "admin" } })).toEqual(take());
  });

  it("registers a client that acts for itself, without scopes of a person", () => {
    const machine = {
      grant_types: ["client_credentials"],
      client_name: undefined,
      redirect_uris: undefined,
      scope: "openid admin",
    };
    expect(take(machine)).toMatchObject({ scope: "", response_types: [], client_name: "client_credentials" });
  });

  it.each([[[]], [["password"]], [["urn:ietf:params:oauth:grant-type:token-exchange"]]])(
    "dcr-09: refuses the grant types %j",
    (grant_types) => expect(() => take({ grant_types })).toThrow(badMetadata),
  );
});

describe("RFC 7591 §2: a request for something unsupported is refused, not ignored", () => {
  it.each([
    ["subject_type", "ephemeral"],
    ["software_statement", "e30.e30.x"],
    ["userinfo_signed_response_alg", "RS256"],
    ["userinfo_encrypted_response_alg", "RSA-OAEP"],
    ["id_token_signed_response_alg", "none"],
    ["id_token_signed_response_alg", "none"],
    ["token_endpoint_auth_method", "tls_client_auth"],
    ["token_endpoint_auth_method", "tls_client_auth"],
    ["authorization_signed_response_alg", "none"],
    ["introspection_signed_response_alg", "none"],
    ["authorization_encrypted_response_alg", "RSA1_5"],
    ["response_modes", ["web_message"]],
    ["require_signed_request_object", "true"],
    ["require_pushed_authorization_requests", "true"],
    ["tls_client_certificate_bound_access_tokens", true],
    ["dpop_bound_access_tokens", "true"],
  ])("%s %j", (name, value) => {
    expect(() => take({ [name]: value })).toThrow(badMetadata);
  });

  it.each(["userinfo_signed_response_alg", "userinfo_encrypted_response_alg", "userinfo_encrypted_response_enc"])(
    "%s is refused if such responses are not supported, and only then",
    (name) => {
      const jwks_uri = "https://rp.example/jwks";
      const wish = { userinfo_signed_response_alg: "ES256", userinfo_encrypted_response_alg: "RSA-OAEP", jwks_uri };
      const sent = name.endsWith("enc") ? { [name]: "A128GCM" } : { [name]: wish[name as keyof typeof wish], jwks_uri };
      expect(() => take(sent)).toThrow(badMetadata);
      const all = { ...web, ...wish, userinfo_encrypted_response_enc: "A128GCM" };
      expect(registrationParser({ ...context, userinfoJwt: true }).parse(all)).toMatchObject(wish);
    },
  );

  it("a false flag is accepted", () => {
    const sent = { tls_client_certificate_bound_access_tokens: false };
    expect(take(sent)).toEqual({ ...take(), ...sent });
  });
});

describe("RFC 7591 §3.2.2: each problem has an error code", () => {
  it.each([
    ["dcr-02", ["javascript:alert(1)"]],
    ["dcr-02", ["data:text/html,x"]],
    ["dcr-02", ["vbscript:x"]],
    ["dcr-02", ["JaVaScRiPt:x"]],
    ["dcr-02", [" javascript:x"]],
    ["dcr-02", ["java\tscript:x"]],
    ["dcr-03", ["http://rp.example/cb"]],
    ["dcr-21", ["https://rp.example/cb?code=x"]],
    ["dcr-22", ["https://auth.example/authorization"]],
    ["dcr-22", ["https://api.example/userinfo"]],
    ["dcr-05", ["https://rp.example/cb#f"]],
    ["dcr-05", [null, 5, {}]],
    ["dcr-05", []],
    ["dcr-05", [""]],
    ["dcr-05", ["/cb"]],
    ["dcr-05", ["https://rp.example/*"]],
    ["dcr-05", ["https://user@rp.example/cb"]],
    ["dcr-05", Array.from({ length: 51 }, (_, index) => `https://rp.example/${index}`)],
    ["dcr-05", [`https://rp.example/${"x".repeat(10_240)}`]],
    ["no list", undefined],
  ])("%s: redirect_uris %j", (_, redirect_uris) => {
    expect(() => take({ redirect_uris })).toThrow(badRedirectUri);
  });

  it("dcr-03: redirect_uris on https://localhost of a client of the implicit grant", () => {
    const redirect_uris = ["https://localhost/cb"];
    expect(take({ redirect_uris }).redirect_uris).toEqual(redirect_uris);
    const implicit = { grant_types: ["implicit"], response_types: ["id_token"] };
    expect(() => take({ redirect_uris, ...implicit })).toThrow(badRedirectUri);
  });

  it("dcr-22: post_logout_redirect_uris on the issuer's own origin", () => {
    expect(() => take({ post_logout_redirect_uris: ["https://auth.example/end_session"] })).toThrow(badMetadata);
  });

  it.each(["post_logout_redirect_uris", "client_uri", "policy_uri", "tos_uri", "logo_uri"])(
    "dcr-07: %s with a javascript: URI",
    (name) => {
      const uri = "javascript:alert(1)";
      expect(() => take({ [name]: name.endsWith("uris") ? [uri] : uri })).toThrow(badMetadata);
    },
  );

  it.each(["", "   ", "Google\u202e", "\u200b", "x".repeat(10_240), null])("dcr-08: client_name %j", (client_name) => {
    expect(() => take({ client_name })).toThrow(badMetadata);
  });

  it.each([[null], [[]], ["x"], [5], [undefined]])("dcr-11: the body %j", (body) => {
    expect(() => parser.parse(body)).toThrow(badMetadata);
  });

  it("the error never repeats the value that was sent", () => {
    const sent = "zebra";
    expect(() => take({ token_endpoint_auth_method: sent })).not.toThrow(sent);
    expect(() => take({ redirect_uris: [`${sent}://`] })).not.toThrow(sent);
  });

  it("for any body", () => {
    const member = fc.constantFrom(
      "redirect_uris",
      "jwks",
      "scope",
      "contacts",
      "logo_uri",
      "default_max_age",
      "__proto__",
    );
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(member, value)), (body) => {
        try {
          parser.parse(body);
        } catch (err) {
          expect((err as { code?: string }).code).toMatch(/^invalid_(redirect_uri|client_metadata)$/);
        }
      }),
    );
  });
});

describe("RFC 7592 §2.2: an update contains all metadata, and the client's own id and secret", () => {
  const replace = (changes: object) =>
    parser.parseReplacement({ ...web, client_id: "c-1", ...changes }, { ...now, profile: "oidc" });
  const now = { ...context, clientId: "c-1", isOwnSecret: (secret: string) => secret === "mine" };

  it("accepts the id, the secret and the metadata", () => {
    const said = { client_secret: "mine", scope: "openid" };
    expect(replace(said)).toEqual({ metadata: take({ scope: "openid" }), secret: "mine" });
    expect(replace({})).toEqual({ metadata: take(), secret: undefined });
  });

  it.each([
    ["another client's id", { client_id: "c-2" }],
    ["no id", { client_id: undefined }],
    ["another secret", { client_secret: "x" }],
    ["an invalid secret", { client_secret: null }],
    ["registration_access_token", { registration_access_token: "x" }],
    ["registration_client_uri", { registration_client_uri: "https://auth.example/" }],
    ["client_secret_expires_at", { client_secret_expires_at: 0 }],
    ["client_id_issued_at", { client_id_issued_at: 0 }],
  ])("refuses %s", (_, changes) => {
    expect(() => replace(changes)).toThrow(badMetadata);
  });

  it("dcr-24: a client of profile oauth21 keeps its profile, and cannot change to oidc", () => {
    const strict = (changes: object) =>
      parser.parseReplacement({ ...web, client_id: "c-1", ...changes }, { ...now, profile: "oauth21" });
    expect(strict({}).metadata.profile).toBe("oauth21");
    expect(strict({ profile: "oauth21" }).metadata.profile).toBe("oauth21");
    expect(() => strict({ profile: "oidc" })).toThrow(badMetadata);
    expect(replace({ profile: "oauth21" }).metadata.profile).toBe("oauth21");
  });
});
