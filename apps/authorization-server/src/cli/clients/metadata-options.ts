/**
 * The options of `clients add`: one for each member of a client's metadata (RFC 7591 §2, OIDC Registration §2). Members
 * in other languages come by file.
 */
import type { ClientMetadata } from "@countersign/rules";
import { InvalidArgumentError, Option } from "commander";

const collect = (value: string, before: readonly string[] = []) => [...before, value];

const one = (flags: string, description: string) => new Option(flags, description);
const many = (flags: string, description: string) => new Option(flags, `${description}; repeatable`).argParser(collect);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It must be JSON.");
  }
}

export const METADATA_OPTIONS: Readonly<Record<Exclude<keyof ClientMetadata, "localized">, Option>> = {
  client_name: one("--name <name>", "the name that people see"),
  profile: one("--profile <profile>", "the set of rules it follows: oauth21 (the default) or oidc"),
  application_type: one("--application-type <type>", "web (the default) or native"),
  redirect_uris: many("--redirect-uri <uri>", "where answers go, compared byte by byte"),
  post_logout_redirect_uris: many("--post-logout-redirect-uri <uri>", "where a browser may go after sign-out"),
  token_endpoint_auth_method: one(
    "--token-endpoint-auth-method <method>",
    "client_secret_basic (the default), client_secret_post, client_secret_jwt, private_key_jwt, or none for a public client",
  ),
  token_endpoint_auth_signing_alg: one(
    "--token-endpoint-auth-signing-alg <alg>",
    "the only algorithm its assertions may have; by default any of the method's",
  ),
  jwks: one("--jwks <json>", "the public keys it signs with, as a JWK Set").argParser(readJson),
  jwks_uri: one("--jwks-uri <url>", "where its public keys are, instead of --jwks"),
  grant_types: many("--grant-type <type>", "authorization_code is the default"),
  response_types: many("--response-type <type>", "code is the default"),
  scope: one("--scope <scopes>", "what it may ask for, with spaces between; all standard scopes by default"),
  subject_type: one(
    "--subject-type <type>",
    "public (the default), or pairwise: no client of another host can tell that a person is the same",
  ),
  sector_identifier_uri: one(
    "--sector-identifier-uri <url>",
    "the host that pairwise subjects are for; needed when redirect URIs have several hosts",
  ),
  id_token_signed_response_alg: one(
    "--id-token-signed-response-alg <alg>",
    "RS256 (the default); RS, PS and ES with 384 or 512, EdDSA, Ed25519, or HS256 to HS512 with its secret",
  ),
  id_token_encrypted_response_alg: one(
    "--id-token-encrypted-response-alg <alg>",
    "how the key of its encrypted ID tokens is wrapped, RSA-OAEP-256 for example; by default they are not encrypted",
  ),
  id_token_encrypted_response_enc: one(
    "--id-token-encrypted-response-enc <enc>",
    "how they are encrypted; A128CBC-HS256 by default",
  ),
  userinfo_signed_response_alg: one(
    "--userinfo-signed-response-alg <alg>",
    "its answers from /userinfo are signed by this algorithm (needs USERINFO_RESPONSE_SECRET); by default they are JSON",
  ),
  userinfo_encrypted_response_alg: one(
    "--userinfo-encrypted-response-alg <alg>",
    "how the key of its encrypted answers from /userinfo is wrapped (needs USERINFO_RESPONSE_SECRET)",
  ),
  userinfo_encrypted_response_enc: one(
    "--userinfo-encrypted-response-enc <enc>",
    "how they are encrypted; A128CBC-HS256 by default",
  ),
  default_max_age: one(
    "--default-max-age <seconds>",
    "how old a sign-in may be where a request says nothing",
  ).argParser(Number),
  require_auth_time: one("--require-auth-time", "it relies on auth_time, which every ID token of ours has"),
  default_acr_values: many(
    "--default-acr-value <acr>",
    "how people should sign in where a request says nothing; a wish",
  ),
  client_uri: one("--client-uri <url>", "its home page"),
  policy_uri: one("--policy-uri <url>", "how it uses what it learns about people"),
  tos_uri: one("--tos-uri <url>", "its terms of service"),
  initiate_login_uri: one("--initiate-login-uri <url>", "where others may start a sign-in to it"),
  request_uris: many("--request-uri <url>", "where it keeps request objects, compared byte by byte"),
  request_object_encryption_alg: one(
    "--request-object-encryption-alg <alg>",
    "how the key of its encrypted request objects may be wrapped; it may send others too",
  ),
  request_object_encryption_enc: one(
    "--request-object-encryption-enc <enc>",
    "how they may be encrypted; A128CBC-HS256 by default",
  ),
  request_object_signing_alg: one(
    "--request-object-signing-alg <alg>",
    "the only algorithm its request objects may have; by default any that proves a private key",
  ),
  contacts: many("--contact <address>", "who answers for it"),
  software_id: one("--software-id <id>", "the software it is an installation of"),
  software_version: one("--software-version <version>", "the version of that software"),
  backchannel_logout_uri: one(
    "--backchannel-logout-uri <url>",
    "where it is told, from server to server, of a sign-out",
  ),
  backchannel_logout_session_required: one(
    "--backchannel-logout-session-required",
    "it needs the sid there, which every logout token of ours has",
  ),
  frontchannel_logout_uri: one("--frontchannel-logout-uri <url>", "its page that is loaded in a frame at a sign-out"),
  frontchannel_logout_session_required: one(
    "--frontchannel-logout-session-required",
    "it needs iss and sid there, which we always send",
  ),
};

/** The metadata that options say something about, in the wire's spelling; nothing is checked yet. */
export function metadataOf(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(METADATA_OPTIONS).map(([member, option]) => [member, options[option.attributeName()]]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
