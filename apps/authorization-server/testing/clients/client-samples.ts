/** A value of each member of the client record that is not its default. */
import { randomBytes } from "node:crypto";
import { newKeyPair } from "./registration.ts";

const encrypted = async () => ({ jwks: { keys: [{ ...(await newKeyPair("e")).publicJwk, use: "enc" }] } });

const withCertificate = { token_endpoint_auth_method: "tls_client_auth" };

export interface Sample {
  /** A value of the member that is not its default. */
  readonly value: unknown;
  /** The other members that a client needs to have this one. */
  readonly beside?: Readonly<Record<string, unknown>>;
}

/**
 * By member. A member of the record that is missing here fails the tests that walk it.
 *
 * @param sector the address of a document that lists the redirect URIs of the client
 */
export async function samplesOf(sector: string): Promise<Readonly<Record<string, Sample>>> {
  const keys = await encrypted();
  const alg = { value: "ECDH-ES", beside: keys };
  const enc = (member: string) => ({ value: "A256GCM", beside: { ...keys, [`${member}_alg`]: "ECDH-ES" } });
  const page = (path: string) => ({ value: `https://new.example/${path}` });
  return {
    profile: { value: "oauth21" },
    client_name: { value: "Another name" },
    localized: { value: { "client_name#de": "Laden", "policy_uri#fr": "https://new.example/regles" } },
    application_type: { value: "native" },
    redirect_uris: { value: ["https://new.example/cb", "https://new.example/other"] },
    post_logout_redirect_uris: { value: ["https://new.example/bye"] },
    token_endpoint_auth_method: { value: "client_secret_post" },
    token_endpoint_auth_signing_alg: {
      value: "ES384",
      beside: { jwks_uri: "https://new.example/jwks", token_endpoint_auth_method: "private_key_jwt" },
    },
    jwks: { value: keys.jwks },
    ...Object.fromEntries(
      ["jwks_uri", "initiate_login_uri", "client_uri", "policy_uri", "tos_uri"].map((name) => [name, page(name)]),
    ),
    grant_types: { value: ["authorization_code", "refresh_token"] },
    response_types: { value: ["code id_token"], beside: { grant_types: ["authorization_code", "implicit"] } },
    scope: { value: "openid email" },
    subject_type: { value: "pairwise" },
    sector_identifier_uri: { value: sector },
    id_token_claims: { value: "requested" },
    token_endpoint_auth_method_pinned: { value: true },
    consent_policy: { value: "implicit" },
    redirect_uri_exceptions: { value: ["http_localhost"] },
    required_scopes: { value: ["email"] },
    id_token_signed_response_alg: { value: "ES256" },
    id_token_encrypted_response_alg: alg,
    id_token_encrypted_response_enc: enc("id_token_encrypted_response"),
    userinfo_signed_response_alg: { value: "EdDSA" },
    userinfo_encrypted_response_alg: alg,
    userinfo_encrypted_response_enc: enc("userinfo_encrypted_response"),
    default_max_age: { value: 600 },
    required_acr: { value: "urn:countersign:acr:mfa" },
    require_auth_time: { value: true },
    authorization_details_types: { value: ["payment"] },
    identity_providers: { value: ["corp"] },
    accent_light: { value: "#0b6b3a" },
    accent_dark: { value: "#7fe0a8" },
    default_acr_values: { value: ["urn:example:loa2"] },
    logo_uri: page("logo.png"),
    dpop_bound_access_tokens: { value: true },
    require_pushed_authorization_requests: { value: true },
    require_signed_request_object: { value: true },
    response_modes: { value: ["jwt", "form_post.jwt"] },
    authorization_signed_response_alg: { value: "PS256" },
    authorization_encrypted_response_alg: alg,
    authorization_encrypted_response_enc: enc("authorization_encrypted_response"),
    introspection_signed_response_alg: { value: "ES256" },
    introspection_encrypted_response_alg: alg,
    introspection_encrypted_response_enc: enc("introspection_encrypted_response"),
    request_uris: { value: ["https://new.example/request#1"] },
    request_object_encryption_alg: { value: "RSA-OAEP-256" },
    request_object_encryption_enc: enc("request_object_encryption"),
    request_object_signing_alg: { value: "ES512" },
    contacts: { value: ["ops@new.example"] },
    software_id: { value: "4NRB1-0XZABZI9E6-5SM3R" },
    software_version: { value: "2.1" },
    backchannel_logout_uri: page("backchannel"),
    backchannel_logout_session_required: { value: true, beside: { backchannel_logout_uri: "https://new.example/b" } },
    frontchannel_logout_uri: page("frontchannel"),
    frontchannel_logout_session_required: { value: true, beside: { frontchannel_logout_uri: "https://new.example/f" } },
    tls_client_auth_subject_dn: { value: "CN=t1,O=RP", beside: withCertificate },
    tls_client_auth_san_dns: { value: "t1.rp.example", beside: withCertificate },
    tls_client_auth_san_uri: { value: "https://rp.example/t1", beside: withCertificate },
    tls_client_auth_san_ip: { value: "192.0.2.1", beside: withCertificate },
    tls_client_auth_san_email: { value: "t1@rp.example", beside: withCertificate },
    tls_client_auth_anchor: {
      value: randomBytes(32).toString("base64url"),
      beside: { ...withCertificate, tls_client_auth_subject_dn: "CN=t1" },
    },
    tls_client_certificate_bound_access_tokens: { value: true },
  };
}

/** The metadata of a client with this sample. Values in other languages are separate members on the wire. */
export const said = (wire: string, { value, beside }: Sample): Readonly<Record<string, unknown>> => ({
  ...beside,
  ...(wire === "localized" ? (value as object) : { [wire]: value }),
});
