/** The metadata that a client is made from: RFC 7591 §2, OIDC Registration §2. */
import { z } from "zod";
import { SCOPE } from "../consent/scope.ts";
import { MAX_AGE_LIMIT_SECONDS } from "../request/authorization-request.ts";
import { grantTypesOf, type ResponseType, responseTypeOf } from "../request/response-type.ts";
import {
  CLIENT_AUTHENTICATION_METHODS,
  GRANT_TYPES,
  ID_TOKEN_SIGNING_ALGS,
  isMachine,
  isPublicClient,
  SUBJECT_TYPES,
} from "./client.ts";
import { checkAlgs, SIGNED_BY_CLIENT, type Wrong } from "./client-algs.ts";
import { checkEncryption, encryptionShape } from "./encryption-metadata.ts";
import { clientJwks } from "./jwk.ts";
import { gatherLocalized, localizedMembers } from "./localized-metadata.ts";
import { logoutMetadataShape, logoutProblems } from "./logout-metadata.ts";
import { displayName, requestUri, secureAddress, visibleText, webPage } from "./metadata-values.ts";
import { AVAILABLE_PROFILES, allowsResponseType } from "./profile.ts";
import { isRegistrableRedirectUri, type OwnAddresses } from "./redirect-uri-registration.ts";
import { sectorOf } from "./sector-identifier.ts";

export const scopeNames = z.string().max(2000).regex(SCOPE);

const responseType = z
  .string()
  .max(100)
  .transform((text, context): ResponseType => {
    const known = responseTypeOf(text);
    if (known !== undefined) return known;
    context.addIssue({ code: "custom", message: "must be a response type that we have" });
    return z.NEVER;
  });

/** Each member, in the wire's spelling and with the standards' defaults. */
export const metadataShape = {
  profile: z.enum(AVAILABLE_PROFILES).default("oauth21"),
  client_name: displayName,
  localized: localizedMembers.optional(),
  application_type: z.enum(["web", "native"]).default("web"),
  redirect_uris: z.array(z.string().max(2000)).max(50).default([]),
  post_logout_redirect_uris: z.array(z.string().max(2000)).max(50).default([]),
  token_endpoint_auth_method: z.enum(CLIENT_AUTHENTICATION_METHODS).default("client_secret_basic"),
  token_endpoint_auth_signing_alg: z.enum(SIGNED_BY_CLIENT).optional(),
  jwks: clientJwks.optional(),
  jwks_uri: secureAddress.optional(),
  grant_types: z
    .array(z.enum(GRANT_TYPES))
    .transform((types) => [...new Set(types)])
    .default(["authorization_code"]),
  response_types: z
    .array(responseType)
    .transform((types) => [...new Set(types)])
    .default(["code"]),
  scope: scopeNames.default("openid profile email address phone"),
  subject_type: z.enum(SUBJECT_TYPES).default("public"),
  sector_identifier_uri: secureAddress.optional(),
  id_token_signed_response_alg: z.enum(ID_TOKEN_SIGNING_ALGS).default("RS256"),
  userinfo_signed_response_alg: z.enum(ID_TOKEN_SIGNING_ALGS).optional(),
  ...encryptionShape,
  default_max_age: z.int().nonnegative().max(MAX_AGE_LIMIT_SECONDS).optional(),
  require_auth_time: z.boolean().optional(),
  default_acr_values: z
    .array(z.string().regex(/^[\x21-\x7E]{1,255}$/))
    .max(20)
    .optional(),
  client_uri: webPage.optional(),
  policy_uri: webPage.optional(),
  tos_uri: webPage.optional(),
  initiate_login_uri: secureAddress.optional(),
  request_uris: z.array(requestUri).max(20).optional(),
  request_object_signing_alg: z.enum(SIGNED_BY_CLIENT).optional(),
  contacts: z.array(visibleText(320)).max(20).optional(),
  software_id: visibleText(255).optional(),
  software_version: visibleText(255).optional(),
  ...logoutMetadataShape,
};

/** The metadata an operator or the seed makes a client from. What nobody knows is a mistake there. */
export function clientMetadata(own: OwnAddresses) {
  const shape = z.strictObject(metadataShape);
  return z.preprocess(
    (given) => gatherLocalized(ofMachine(given)),
    shape.superRefine((metadata, context) => checkTogether(metadata, own, context)),
  );
}

/**
 * RFC 7591 §2: a client whose grants all begin at the token endpoint has no response type, where it does not say
 * otherwise.
 */
export function ofMachine(given: unknown): unknown {
  if (typeof given !== "object" || given === null || !("grant_types" in given)) return given;
  return Array.isArray(given.grant_types) && isMachine(given.grant_types) ? { response_types: [], ...given } : given;
}

export type ClientMetadata = z.output<ReturnType<typeof clientMetadata>>;

export type Members = z.output<z.ZodObject<Omit<typeof metadataShape, "client_name" | "scope">>>;

/** What members must be to each other, besides each being good by itself. */
export function checkTogether(metadata: Members, own: OwnAddresses, context: z.RefinementCtx): void {
  const wrong: Wrong = (path, message) => context.addIssue({ code: "custom", path, message });

  const { application_type: applicationType, grant_types } = metadata;
  const about = { ...own, applicationType, isImplicit: grant_types.includes("implicit") };
  for (const name of ["redirect_uris", "post_logout_redirect_uris"] as const) {
    for (const [index, uri] of metadata[name].entries()) {
      const problem = isRegistrableRedirectUri(uri, about);
      if (problem !== undefined) wrong([name, index], problem);
    }
  }

  for (const [name, problem] of logoutProblems(metadata, own)) wrong([name], problem);

  const keys = [metadata.jwks, metadata.jwks_uri].filter((member) => member !== undefined);
  if (keys.length === 2) wrong(["jwks"], "must not stand beside jwks_uri");
  if (keys.length === 0 && metadata.token_endpoint_auth_method === "private_key_jwt") {
    wrong(["token_endpoint_auth_method"], "needs jwks or jwks_uri");
  }
  for (const [index, type] of metadata.response_types.entries()) {
    if (!allowsResponseType(metadata.profile, type))
      wrong(["response_types", index], "is not for clients of this profile");
  }
  // OIDC Core §8.1: with several hosts the client says which of them the subjects are for.
  if (metadata.subject_type === "pairwise" && sectorOf(metadata) === undefined) {
    wrong(["subject_type"], "needs sector_identifier_uri, or https redirect URIs of one host");
  }
  checkWays(metadata, wrong);
  checkGrantTypes(metadata, wrong);
  checkEncryption(metadata, wrong);
  checkAlgs(metadata, wrong);
}

// How it is answered, and how it gets tokens without.
function checkWays(
  { redirect_uris, response_types, grant_types, token_endpoint_auth_method: tokenEndpointAuthMethod }: Members,
  wrong: (path: PropertyKey[], message: string) => void,
): void {
  // RFC 7591 §2: who is answered by redirect says where.
  if (response_types.length > 0 && redirect_uris.length === 0) wrong(["redirect_uris"], "is missing or malformed");
  if (response_types.length === 0 && grant_types.length === 0) wrong(["grant_types"], "is missing or malformed");
  // RFC 6749 §4.4: only for who can prove who it is.
  if (grant_types.includes("client_credentials") && isPublicClient({ tokenEndpointAuthMethod })) {
    wrong(["grant_types"], "has client_credentials for a public client");
  }
}

// RFC 7591 §2.1: what is asked for at the authorization endpoint and what is used at the token endpoint belong
// together.
function checkGrantTypes(
  { response_types, grant_types }: Pick<Members, "response_types" | "grant_types">,
  wrong: Wrong,
): void {
  const needed = new Set<string>(response_types.flatMap(grantTypesOf));
  const given = new Set<string>(grant_types);

  if ([...needed].some((type) => !given.has(type)))
    wrong(["grant_types"], "lacks the grant types that the response types need");
  for (const type of ["authorization_code", "implicit"]) {
    // `none` needs no grant, and the default of who names none is the code grant: it leads nowhere there.
    if (needed.size === 0 && response_types.includes("none")) break;
    if (given.has(type) && !needed.has(type)) wrong(["response_types"], `has none for the grant type ${type}`);
  }
  // RFC 6749 §4.2: the implicit grant issues no refresh token.
  if (given.has("refresh_token") && !given.has("authorization_code")) {
    wrong(["grant_types"], "has refresh_token without authorization_code");
  }
}
