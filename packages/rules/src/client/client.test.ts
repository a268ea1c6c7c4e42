import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPublicClient } from "./client.ts";
import { clientMetadata } from "./metadata/client-metadata.ts";
import { registrationShape } from "./registration/registration-shape.ts";

const shape = clientMetadata({ issuer: "https://auth.example" });
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
const native = { ...web, application_type: "native" };

/** The members with problems, each once; none if the metadata is valid. */
function faults(metadata: unknown): readonly PropertyKey[] {
  const issues = shape.safeParse(metadata).error?.issues ?? [];
  return [...new Set(issues.map(({ path }) => path[0] ?? "all of it"))];
}

describe("RFC 7591 §2: omitted members have the standard's default", () => {
  it("for all members but the name and the redirect URIs", () => {
    expect(shape.parse(web)).toEqual({
      profile: "oauth21",
      client_name: "Web",
      application_type: "web",
      redirect_uris: ["https://rp.example/cb"],
      post_logout_redirect_uris: [],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid profile email address phone",
      id_token_signed_response_alg: "RS256",
      subject_type: "public",
    });
  });

  it.each(["client_name", "redirect_uris"])("%s has no default", (name) => {
    expect(faults({ ...web, [name]: undefined })).toEqual([name]);
  });

  it("a sent value is kept", () => {
    const said = {
      ...web,
      profile: "oidc",
      token_endpoint_auth_method: "none",
      scope: "openid",
      post_logout_redirect_uris: ["https://rp.example/bye"],
      client_uri: "https://rp.example/about?x=1#top",
      policy_uri: "http://rp.example",
      tos_uri: "https://rp.example:8443/tos",
      id_token_signed_response_alg: "EdDSA",
    };
    expect(shape.parse(said)).toMatchObject(said);
  });
});

describe("RFC 7591 §2: unsupported values are refused", () => {
  it.each([
    ["profile", "fapi1"],
    ["application_type", "service"],
    ["token_endpoint_auth_method", "tls_client_auth"],
    ["token_endpoint_auth_signing_alg", "none"],
    ["token_endpoint_auth_signing_alg", "HS256"],
    ["default_max_age", -1],
    ["default_max_age", "60"],
    ["default_acr_values", "urn:example:loa2"],
    ["default_acr_values", ["two words"]],
    ["initiate_login_uri", "http://rp.example/login"],
    ["jwks_uri", "http://rp.example/jwks"],
    ["jwks_uri", "https://x@rp.example/jwks"],
    ["jwks_uri", "https://rp.example/jwks#x"],
    ["jwks", null],
    ["contacts", ["a\u0000b"]],
    ["software_id", "a\u202eb"],
    ["grant_types", ["password"]],
    ["response_types", ["code bogus"]],
    ["response_types", []],
    ["id_token_signed_response_alg", "none"],
    ["id_token_signed_response_alg", "HS1"],
    ["request_object_signing_alg", "none"],
    ["scope", ""],
    ["scope", "openid  email"],
    ["scope", 'openid "x"'],
    ["scope", "x".repeat(2001)],
  ])("%s %j", (name, value) => {
    expect(faults({ ...web, [name]: value })).toEqual([name]);
  });

  it.each(["skip_consent", "first_party", "client_id", "client_secret"])(
    "dcr-09: an unknown member, such as %s",
    (name) => expect(shape.safeParse({ ...web, [name]: "x" }).error?.issues[0]?.code).toBe("unrecognized_keys"),
  );

  it.each([null, [], "x", 5, undefined])("dcr-11: metadata that is not an object: %j", (metadata) => {
    expect(faults(metadata)).toEqual(["all of it"]);
  });
});

describe("RFC 7591 §5: redirect URIs are checked one by one", () => {
  it.each([
    ["dcr-03", web, "http://rp.example/cb"],
    ["dcr-21", web, "https://rp.example/cb?code=x"],
    ["dcr-22", web, "https://auth.example/cb"],
    ["dcr-03", web, "http://localhost/cb"],
    ["dcr-04", native, "http://rp.example/cb"],
    ["dcr-04", native, "http://localhost:3000/cb"],
    ["dcr-04", native, "myapp:/cb"],
    ["dcr-04", native, "http://127.0.0.1.evil.example/cb"],
    ["dcr-05", web, "https://rp.example/cb#"],
    ["dcr-05", web, "https://x@rp.example/cb"],
    ["dcr-05", web, "https://rp.example/*"],
    ["dcr-05", web, "/cb"],
    ["dcr-05", web, ""],
    ["dcr-02", native, "javascript:alert(1)"],
  ])("%s: the problem names the one that is wrong: %#", (_, client, uri) => {
    for (const name of ["redirect_uris", "post_logout_redirect_uris"]) {
      const uris = ["https://rp.example/good", uri];
      expect(shape.safeParse({ ...client, [name]: uris }).error?.issues).toMatchObject([{ path: [name, 1] }]);
    }
  });

  it.each([
    ["51 entries", Array.from({ length: 51 }, (_, index) => `https://rp.example/${index}`)],
    ["an entry of 10 KiB", [`https://rp.example/${"x".repeat(10_240)}`]],
    ["entries that are not strings", [null, 5, {}]],
    ["no list", "https://rp.example/cb"],
  ])("dcr-05: refuses %s", (_, uris) => {
    expect(faults({ ...web, redirect_uris: uris })).toEqual(["redirect_uris"]);
    expect(faults({ ...web, post_logout_redirect_uris: uris })).toEqual(["post_logout_redirect_uris"]);
  });

  it("redirect_uris needs at least one entry, and post_logout_redirect_uris needs none", () => {
    expect(faults({ ...web, redirect_uris: [] })).toEqual(["redirect_uris"]);
    expect(faults({ ...web, post_logout_redirect_uris: [] })).toEqual([]);
  });

  it("accepts 50, and one of 2000 characters", () => {
    const uris = Array.from({ length: 50 }, (_, index) => `https://rp.example/${index}/`.padEnd(2000, "x"));
    expect(faults({ ...web, redirect_uris: uris, post_logout_redirect_uris: uris })).toEqual([]);
  });

  it("accepts http on this machine only while the issuer is there too", () => {
    const local = { ...web, redirect_uris: ["http://localhost:4002/callback"] };
    expect(clientMetadata({ issuer: "http://localhost:4000" }).safeParse(local).success).toBe(true);
    expect(shape.safeParse(local).success).toBe(false);
  });
});

describe("RFC 6749 §2.1: public and confidential clients", () => {
  it.each([
    ["none", true],
    ["client_secret_basic", false],
    ["client_secret_post", false],
  ] as const)("%s: %s", (method, isPublic) => {
    expect(isPublicClient({ tokenEndpointAuthMethod: method })).toBe(isPublic);
  });
});

describe("RFC 7591 §2, for all metadata", () => {
  it("returns a result, and never throws", () => {
    const member = fc.constantFrom(...Object.keys(registrationShape), "client_name#de", "tos_uri#", "__proto__");
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(member, value)), (metadata) => {
        const whole = typeof metadata === "object" ? { ...web, ...metadata } : metadata;
        expect(() => shape.safeParse(whole)).not.toThrow();
      }),
    );
  });
});
