/**
 * The client record: one row for each member of a client's metadata (RFC 7591 §2, OIDC Registration §2), by the name of
 * its field in a client. Registration, the commands, the columns of the table, discovery and the table in
 * docs/generated/client-members.md follow from it. A new member is a row here and a migration.
 */
// biome-ignore lint/style/noExcessiveLinesPerFile: it is one table, and a reader looks for a row.
import { z } from "zod";
import { SCOPE, SCOPE_EXPECTED } from "../../consent/scope-token.ts";
import { ACRS } from "../../people/levels/proofs.ts";
import { MAX_AGE_LIMIT_SECONDS } from "../../request/max-age.ts";
import { RESPONSE_TYPES, type ResponseType, responseTypeOf } from "../../request/response/response-type.ts";
import { displayName, visibleText } from "../../text/visible.ts";
import {
  CONTENT_ENCRYPTION_ALGS,
  type ContentEncryptionAlg,
  DEFAULT_CONTENT_ENCRYPTION,
  KEY_MANAGEMENT_ALGS,
  REQUEST_OBJECT_ENCRYPTION_ALGS,
} from "../keys/encryption.ts";
import { clientJwks } from "../keys/jwk.ts";
import { type LocalizedMembers, localizedMembers, taggedMembers } from "../metadata/localized-metadata.ts";
import { sectorOf, subjectTypeOf } from "../metadata/sector-identifier.ts";
import { CERTIFICATE_ROWS } from "./certificate-rows.ts";
import { COMPATIBILITY_ROWS } from "./compatibility-rows.ts";
import { LOOKS_ROWS } from "./looks-rows.ts";
import { member, recordMember } from "./member.ts";
import { MESSAGE_SIGNING_ROWS } from "./message-signing-rows.ts";
import { logoutUri, requestUri, secureAddress, webPage } from "./metadata-values.ts";
import {
  CLIENT_AUTHENTICATION_METHODS,
  GRANT_TYPES,
  ID_TOKEN_SIGNING_ALGS,
  PROFILES,
  type Profile,
  SIGNED_BY_CLIENT,
  SUBJECT_TYPES,
} from "./registered-values.ts";

const acrValue = z.string().regex(/^[\x21-\x7E]{1,255}$/, "must be 1 to 255 characters of ASCII without spaces");
const redirectUris = z.array(z.string().max(2000)).max(50).default([]);
const isEmpty = (list: readonly unknown[]) => list.length === 0;

const responseType = z
  .string()
  .max(100)
  .transform((text, context): ResponseType => {
    const known = responseTypeOf(text);
    if (known !== undefined) return known;
    context.addIssue({ code: "custom", message: `must be one of ${RESPONSE_TYPES.join(", ")}` });
    return z.NEVER;
  });

export const scopeNames = z.string().max(2000).regex(SCOPE, SCOPE_EXPECTED);

/** OIDC Registration §2: without a content encryption the default applies; if nothing is encrypted, there is none. */
const encBeside = (alg: string | undefined, enc: ContentEncryptionAlg | undefined) =>
  enc ?? (alg === undefined ? undefined : DEFAULT_CONTENT_ENCRYPTION);

const contentEncryption = z.enum(CONTENT_ENCRYPTION_ALGS).optional();
const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

type Pairwise = Parameters<typeof sectorOf>[0] & { readonly subject_type?: (typeof SUBJECT_TYPES)[number] };
type Enc = ContentEncryptionAlg | undefined;

export const CLIENT_RECORD = {
  profile: member("profile", z.enum(PROFILES).default("oauth21"), {
    option: "--profile <profile>",
    means:
      "the set of rules it follows: oauth21 (the default), oidc (for existing software: a web application with a " +
      "secret may do without PKCE), or fapi2",
    stored: ({ profile }: { profile: Profile }) => profile,
  }),
  name: member("client_name", displayName, {
    option: "--name <name>",
    means: "the name that users see",
    column: "name",
  }),
  /** Name and links in other languages. */
  localized: member("localized", localizedMembers.optional(), {
    means: "names and links in other languages, as client_name#de",
    shown: ({ localized }: { localized?: LocalizedMembers | undefined }) => taggedMembers(localized),
  }),
  applicationType: member("application_type", z.enum(["web", "native"]).default("web"), {
    option: "--application-type <type>",
    means: "web (the default) or native",
  }),
  redirectUris: member("redirect_uris", redirectUris, {
    option: "--redirect-uri <uri>",
    takes: "many",
    means: "where responses are sent, compared byte by byte",
  }),
  postLogoutRedirectUris: member("post_logout_redirect_uris", redirectUris, {
    option: "--post-logout-redirect-uri <uri>",
    takes: "many",
    means: "where a browser may go after sign-out",
  }),
  tokenEndpointAuthMethod: member(
    "token_endpoint_auth_method",
    z.enum(CLIENT_AUTHENTICATION_METHODS).default("client_secret_basic"),
    {
      option: "--token-endpoint-auth-method <method>",
      means:
        "client_secret_basic (the default), client_secret_post, client_secret_jwt, private_key_jwt, " +
        "tls_client_auth, self_signed_tls_client_auth, or none for a public client",
    },
  ),
  /** The only algorithm that its assertions may have; if absent, any supported one. */
  tokenEndpointAuthSigningAlg: member("token_endpoint_auth_signing_alg", z.enum(SIGNED_BY_CLIENT).optional(), {
    option: "--token-endpoint-auth-signing-alg <alg>",
    means: "the only algorithm its assertions may have; by default any of the method's",
    supported: {
      as: [
        "token_endpoint_auth_signing_alg_values_supported",
        "revocation_endpoint_auth_signing_alg_values_supported",
        "introspection_endpoint_auth_signing_alg_values_supported",
      ],
      values: SIGNED_BY_CLIENT,
    },
  }),
  /** The keys that it signs with, or their address: at most one of the two (RFC 7591 §2). */
  jwks: member("jwks", clientJwks.optional(), {
    option: "--jwks <json>",
    takes: "json",
    means: "the public keys it signs with, as a JWK Set",
  }),
  jwksUri: member("jwks_uri", secureAddress.optional(), {
    option: "--jwks-uri <url>",
    means: "where its public keys are, instead of --jwks",
  }),
  grantTypes: member("grant_types", z.array(z.enum(GRANT_TYPES)).transform(unique).default(["authorization_code"]), {
    option: "--grant-type <type>",
    takes: "many",
    means: "authorization_code is the default",
  }),
  responseTypes: member("response_types", z.array(responseType).transform(unique).default(["code"]), {
    option: "--response-type <type>",
    takes: "many",
    means: "code is the default",
    supported: { as: ["response_types_supported"], values: RESPONSE_TYPES },
  }),
  scopes: member("scope", scopeNames.default("openid profile email address phone"), {
    option: "--scope <scopes>",
    means: "the scopes it may request, separated by spaces; all standard scopes by default",
    column: "scopes",
    stored: ({ scope }: { scope: string }): readonly string[] => scope.split(" ").filter((one) => one !== ""),
    shown: ({ scopes }: { scopes: readonly string[] }) => ({ scope: scopes.join(" ") }),
    omitted: ({ scopes }: { scopes: readonly string[] }) => isEmpty(scopes),
  }),
  /**
   * The sector whose clients know a person under the same pairwise subject (OIDC Core §8.1); none for a client with
   * public subjects.
   */
  sector: member("subject_type", z.enum(SUBJECT_TYPES).default("public"), {
    option: "--subject-type <type>",
    means: "public (the default), or pairwise: no client of another host can tell that a user is the same",
    column: "sector",
    stored: (m: Pairwise) => (m.subject_type === "pairwise" ? sectorOf(m) : undefined),
    shown: ({ sector }: { sector?: string | undefined }) => ({ subject_type: subjectTypeOf({ sector }) }),
    supported: { as: ["subject_types_supported"], values: SUBJECT_TYPES },
  }),
  sectorIdentifierUri: recordMember("sector_identifier_uri", secureAddress.optional(), {
    option: "--sector-identifier-uri <url>",
    means: "defines the host for pairwise subjects; needed when redirect URIs have several hosts",
  }),
  idTokenSignedResponseAlg: member("id_token_signed_response_alg", z.enum(ID_TOKEN_SIGNING_ALGS).default("RS256"), {
    option: "--id-token-signed-response-alg <alg>",
    means: "RS256 (the default); RS, PS and ES with 384 or 512, EdDSA, Ed25519, or HS256 to HS512 with its secret",
    supported: { as: ["id_token_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
  }),
  /** How its ID tokens are encrypted after they are signed; none if they are not encrypted (OIDC Registration §2). */
  idTokenEncryptedResponseAlg: member("id_token_encrypted_response_alg", z.enum(KEY_MANAGEMENT_ALGS).optional(), {
    option: "--id-token-encrypted-response-alg <alg>",
    means:
      "how the key of its encrypted ID tokens is wrapped, RSA-OAEP-256 for example; by default they are not encrypted",
    supported: { as: ["id_token_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
  }),
  idTokenEncryptedResponseEnc: member("id_token_encrypted_response_enc", contentEncryption, {
    option: "--id-token-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { id_token_encrypted_response_alg?: string; id_token_encrypted_response_enc?: Enc }) =>
      encBeside(m.id_token_encrypted_response_alg, m.id_token_encrypted_response_enc),
    supported: { as: ["id_token_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  /**
   * How its answers from /userinfo are signed and encrypted. If neither is registered, the answer is JSON (OIDC Core
   * §5.3.2).
   */
  userinfoSignedResponseAlg: member("userinfo_signed_response_alg", z.enum(ID_TOKEN_SIGNING_ALGS).optional(), {
    option: "--userinfo-signed-response-alg <alg>",
    means:
      "its responses from /userinfo are signed with this algorithm (needs USERINFO_RESPONSE_SECRET); " +
      "by default they are JSON",
    supported: { as: ["userinfo_signing_alg_values_supported"], values: ID_TOKEN_SIGNING_ALGS },
  }),
  userinfoEncryptedResponseAlg: member("userinfo_encrypted_response_alg", z.enum(KEY_MANAGEMENT_ALGS).optional(), {
    option: "--userinfo-encrypted-response-alg <alg>",
    means: "how the key of its encrypted responses from /userinfo is wrapped (needs USERINFO_RESPONSE_SECRET)",
    supported: { as: ["userinfo_encryption_alg_values_supported"], values: KEY_MANAGEMENT_ALGS },
  }),
  userinfoEncryptedResponseEnc: member("userinfo_encrypted_response_enc", contentEncryption, {
    option: "--userinfo-encrypted-response-enc <enc>",
    means: "how they are encrypted; A128CBC-HS256 by default",
    stored: (m: { userinfo_encrypted_response_alg?: string; userinfo_encrypted_response_enc?: Enc }) =>
      encBeside(m.userinfo_encrypted_response_alg, m.userinfo_encrypted_response_enc),
    supported: { as: ["userinfo_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  ...COMPATIBILITY_ROWS,
  /** The default for an absent `max_age` (OIDC Registration §2). */
  defaultMaxAgeSeconds: member("default_max_age", z.int().nonnegative().max(MAX_AGE_LIMIT_SECONDS).optional(), {
    option: "--default-max-age <seconds>",
    takes: "number",
    means: "the maximum age of a sign-in if a request does not say it",
    column: "default_max_age_seconds",
  }),
  requireAuthTime: recordMember("require_auth_time", z.boolean().optional(), {
    option: "--require-auth-time",
    means: "it relies on auth_time, which every ID token of ours has",
    absent: false,
  }),
  /** Every access token of this client is bound to a key (RFC 9449 §5.2). */
  dpopBoundAccessTokens: member("dpop_bound_access_tokens", z.boolean().optional(), {
    option: "--dpop-bound-access-tokens",
    means: "its token requests must have a DPoP proof, and its access tokens are bound to that key",
    absent: false,
    omitted: ({ dpopBoundAccessTokens }: { dpopBoundAccessTokens: boolean }) => !dpopBoundAccessTokens,
  }),
  ...CERTIFICATE_ROWS,
  /** The least `acr` of a sign-in to this client, regardless of the request. */
  requiredAcr: member("required_acr", z.enum(ACRS).optional(), {
    option: "--required-acr <acr>",
    means: "how strong a sign-in to it must be, even if a request demands less",
  }),
  /** Preferred values of `acr`. They apply if a request has no `acr_values` (OIDC Registration §2). */
  defaultAcrValues: member("default_acr_values", z.array(acrValue).max(20).optional(), {
    option: "--default-acr-value <acr>",
    takes: "many",
    means: "the preferred acr values if a request has none",
    absent: [],
    omitted: ({ defaultAcrValues }: { defaultAcrValues: readonly string[] }) => isEmpty(defaultAcrValues),
  }),
  /** The types of authorization details that its requests may have (RFC 9396 §10). */
  authorizationDetailsTypes: member("authorization_details_types", z.array(visibleText(200)).max(50).optional(), {
    option: "--authorization-details-type <type>",
    takes: "many",
    means: "the types of authorization_details that it may ask for (RFC 9396)",
    absent: [],
    omitted: ({ authorizationDetailsTypes }: { authorizationDetailsTypes: readonly string[] }) =>
      isEmpty(authorizationDetailsTypes),
  }),
  /** The providers at which its people sign in, by alias; empty for all. */
  identityProviders: member("identity_providers", z.array(visibleText(40)).max(20).optional(), {
    option: "--identity-provider <alias>",
    takes: "many",
    means: "the providers that its sign-in page shows; users go straight on to a single one",
    absent: [],
    omitted: ({ identityProviders }: { identityProviders: readonly string[] }) => isEmpty(identityProviders),
  }),
  ...LOOKS_ROWS,
  clientUri: member("client_uri", webPage.optional(), { option: "--client-uri <url>", means: "its home page" }),
  policyUri: member("policy_uri", webPage.optional(), {
    option: "--policy-uri <url>",
    means: "its privacy policy",
  }),
  tosUri: member("tos_uri", webPage.optional(), { option: "--tos-uri <url>", means: "its terms of service" }),
  /** An operator gives the picture itself. */
  logoUri: recordMember("logo_uri", webPage.optional(), {
    means: "the address of its logo, which is fetched once",
    setBy: "registration",
  }),
  initiateLoginUri: member("initiate_login_uri", secureAddress.optional(), {
    option: "--initiate-login-uri <url>",
    means: "where another site may start a sign-in to it",
  }),
  /** The addresses of its request objects. They are compared byte by byte, including the fragment. */
  requestUris: member("request_uris", z.array(requestUri).max(20).optional(), {
    option: "--request-uri <url>",
    takes: "many",
    means: "where its request objects are, compared byte by byte",
    absent: [],
    omitted: ({ requestUris }: { requestUris: readonly string[] }) => isEmpty(requestUris),
  }),
  /** Whether only requests that it pushed are accepted (RFC 9126 §6). */
  requirePushedAuthorizationRequests: member("require_pushed_authorization_requests", z.boolean().optional(), {
    option: "--require-pushed-authorization-requests",
    means: "it pushes every authorization request (RFC 9126); any other request of it is refused",
    absent: false,
  }),
  /** What the client may do, but need not do (OIDC Registration §2): the received object shows what was done. */
  requestObjectEncryptionAlg: recordMember(
    "request_object_encryption_alg",
    z.enum(REQUEST_OBJECT_ENCRYPTION_ALGS).optional(),
    {
      option: "--request-object-encryption-alg <alg>",
      means: "how the key of its encrypted request objects may be wrapped; it may send others too",
      supported: {
        as: ["request_object_encryption_alg_values_supported"],
        values: REQUEST_OBJECT_ENCRYPTION_ALGS,
      },
    },
  ),
  requestObjectEncryptionEnc: recordMember("request_object_encryption_enc", contentEncryption, {
    option: "--request-object-encryption-enc <enc>",
    means: "how they may be encrypted; A128CBC-HS256 by default",
    stored: (m: { request_object_encryption_alg?: string; request_object_encryption_enc?: Enc }) =>
      encBeside(m.request_object_encryption_alg, m.request_object_encryption_enc),
    supported: { as: ["request_object_encryption_enc_values_supported"], values: CONTENT_ENCRYPTION_ALGS },
  }),
  /** The only algorithm that its request objects may have; if absent, any supported one. */
  requestObjectSigningAlg: member("request_object_signing_alg", z.enum(SIGNED_BY_CLIENT).optional(), {
    option: "--request-object-signing-alg <alg>",
    means: "the only algorithm its request objects may have; by default any with a private key",
    supported: { as: ["request_object_signing_alg_values_supported"], values: SIGNED_BY_CLIENT },
  }),
  ...MESSAGE_SIGNING_ROWS,
  contacts: recordMember("contacts", z.array(visibleText(320)).max(20).optional(), {
    option: "--contact <address>",
    takes: "many",
    means: "how to reach those who are responsible for it",
    absent: [],
    omitted: ({ contacts }: { contacts: readonly string[] }) => isEmpty(contacts),
  }),
  softwareId: recordMember("software_id", visibleText(255).optional(), {
    option: "--software-id <id>",
    means: "the identifier of its software",
  }),
  softwareVersion: recordMember("software_version", visibleText(255).optional(), {
    option: "--software-version <version>",
    means: "the version of that software",
  }),
  backchannelLogoutUri: member("backchannel_logout_uri", logoutUri.optional(), {
    option: "--backchannel-logout-uri <url>",
    means: "where it receives logout tokens",
  }),
  backchannelLogoutSessionRequired: recordMember("backchannel_logout_session_required", z.boolean().optional(), {
    option: "--backchannel-logout-session-required",
    means: "it needs the sid there, which every logout token of ours has",
    absent: false,
    // Without an address, the switch beside it has no meaning.
    omitted: ({ backchannelLogoutUri }: { backchannelLogoutUri?: string }) => backchannelLogoutUri === undefined,
  }),
  frontchannelLogoutUri: member("frontchannel_logout_uri", logoutUri.optional(), {
    option: "--frontchannel-logout-uri <url>",
    means: "its page for front-channel logout",
  }),
  frontchannelLogoutSessionRequired: recordMember("frontchannel_logout_session_required", z.boolean().optional(), {
    option: "--frontchannel-logout-session-required",
    means: "it needs iss and sid there, which we always send",
    absent: false,
    omitted: ({ frontchannelLogoutUri }: { frontchannelLogoutUri?: string }) => frontchannelLogoutUri === undefined,
  }),
} as const;
