/**
 * The client record: one row for each member of a client's metadata (RFC 7591 §2, OIDC Registration §2), by the name of
 * its field in a client. Registration, the commands, the columns of the table, discovery and the table in
 * docs/generated/client-members.md follow from it, in its order. A new member is a row and a migration. Rows about one
 * thing stand in a file of their own, and are spread where their members follow each other.
 */
import { z } from "zod";
import { SCOPE, SCOPE_EXPECTED } from "../../consent/scope-token.ts";
import { MAX_AGE_LIMIT_SECONDS } from "../../request/max-age.ts";
import { RESPONSE_TYPES, type ResponseType, responseTypeOf } from "../../request/response/response-type.ts";
import { displayName, visibleText } from "../../text/visible.ts";
import { clientJwks } from "../keys/jwk.ts";
import { type LocalizedMembers, localizedMembers, taggedMembers } from "../metadata/localized-metadata.ts";
import { CERTIFICATE_ROWS } from "./certificate-rows.ts";
import { COMPATIBILITY_ROWS } from "./compatibility-rows.ts";
import { LEVEL_ROWS } from "./level-rows.ts";
import { LINK_ROWS } from "./link-rows.ts";
import { LOGOUT_ROWS } from "./logout-rows.ts";
import { LOOKS_ROWS } from "./looks-rows.ts";
import { member, recordMember } from "./member.ts";
import { MESSAGE_SIGNING_ROWS } from "./message-signing-rows.ts";
import { secureAddress } from "./metadata-values.ts";
import {
  CLIENT_AUTHENTICATION_METHODS,
  GRANT_TYPES,
  PROFILES,
  type Profile,
  SIGNED_BY_CLIENT,
} from "./registered-values.ts";
import { REQUEST_ROWS } from "./request-rows.ts";
import { RESPONSE_ROWS } from "./response-rows.ts";
import { SUBJECT_ROWS } from "./subject-rows.ts";

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

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

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
  ...SUBJECT_ROWS,
  ...RESPONSE_ROWS,
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
  ...LEVEL_ROWS,
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
  ...LINK_ROWS,
  initiateLoginUri: member("initiate_login_uri", secureAddress.optional(), {
    option: "--initiate-login-uri <url>",
    means: "where another site may start a sign-in to it",
  }),
  ...REQUEST_ROWS,
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
  ...LOGOUT_ROWS,
} as const;
