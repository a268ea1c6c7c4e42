import { describe, expect, it } from "vitest";
import { ecJwk } from "../../testing/jwks.ts";
import { registrationParser } from "../registration/registration.ts";
import { clientMetadata } from "./client-metadata.ts";

const own = { issuer: "https://auth.example" };
const bank = {
  profile: "fapi2",
  client_name: "Bank",
  redirect_uris: ["https://rp.example/cb"],
  token_endpoint_auth_method: "private_key_jwt",
  jwks: { keys: [ecJwk] },
};
const registration = registrationParser({ ...own, scopes: ["openid"], userinfoJwt: true });

describe("FAPI 2.0 Security Profile §5.3.2: what a client of the profile fapi2 registers", () => {
  it("§5.4.1: its ID tokens are signed with PS256 by default, also when it registers itself", () => {
    expect(clientMetadata(own).parse(bank)).toMatchObject({ id_token_signed_response_alg: "PS256" });
    expect(registration.parse(bank)).toMatchObject({ profile: "fapi2", id_token_signed_response_alg: "PS256" });
  });

  it("RFC 7592 §2.2: an update that names no profile keeps it, with its defaults", () => {
    const { profile: _, ...update } = { ...bank, client_id: "bank" };
    const replaced = registration.parseReplacement(update, {
      clientId: "bank",
      profile: "fapi2",
      isOwnSecret: () => false,
    });
    expect(replaced.metadata).toMatchObject({ profile: "fapi2", id_token_signed_response_alg: "PS256" });
  });

  it.each<[string, object]>([
    ["no client authentication (§5.3.2.1 item 3)", { token_endpoint_auth_method: "none", jwks: undefined }],
    ["a secret in the form (§5.3.2.1 item 6)", { token_endpoint_auth_method: "client_secret_post" }],
    ["a secret in the header", { token_endpoint_auth_method: "client_secret_basic" }],
    ["an assertion by a secret", { token_endpoint_auth_method: "client_secret_jwt" }],
    ["assertions with RS256 (§5.4.1)", { token_endpoint_auth_signing_alg: "RS256" }],
    ["ID tokens with RS256", { id_token_signed_response_alg: "RS256" }],
    ["request objects with RS256", { request_object_signing_alg: "RS256" }],
    ["the implicit flow (§5.3.2.2 item 1)", { response_types: ["id_token"], grant_types: ["implicit"] }],
    ["the hybrid flow", { response_types: ["code id_token"], grant_types: ["authorization_code", "implicit"] }],
    ["the device grant", { grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"] }],
    ["a native client", { application_type: "native" }],
    ["a redirect URI without TLS (§5.3.2.2 item 8)", { redirect_uris: ["http://rp.example/cb"] }],
    ["addresses of request objects (§5.3.2.2 item 3)", { request_uris: ["https://rp.example/request.jwt"] }],
  ])("%s is refused", (_, changes) => {
    expect(clientMetadata(own).safeParse({ ...bank, ...changes }).success).toBe(false);
    expect(() => registration.parse({ ...bank, ...changes })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^invalid_(?:client_metadata|redirect_uri)$/) }),
    );
  });

  it.each<[string, object]>([
    ["profile oidc", { profile: "oidc" }],
    ["profile oauth21", { profile: "oauth21" }],
    ["a secret", { token_endpoint_auth_method: "client_secret_basic" }],
    ["RS256", { id_token_signed_response_alg: "RS256" }],
  ])("fapx-01: an update of such a client to %s is refused", (_, changes) => {
    const client = { clientId: "bank", profile: "fapi2" as const, isOwnSecret: () => false };
    expect(() => registration.parseReplacement({ ...bank, client_id: "bank", ...changes }, client)).toThrow(
      expect.objectContaining({ code: "invalid_client_metadata" }),
    );
  });
});
