/** The metadata that a client is made from: RFC 7591 §2, OIDC Registration §2. */
import { z } from "zod";
import { grantTypesOf } from "../../request/response/response-type.ts";
import { beginsAtTokenEndpoint, isPublicClient } from "../client.ts";
import { allowsResponseType } from "../profile.ts";
import { DEVICE_CODE, type Profile, TOKEN_EXCHANGE } from "../record/registered-values.ts";
import { type Members, operatorMembers } from "../registration/registration-shape.ts";
import { checkCertificates } from "./certificate-metadata.ts";
import { checkAlgs } from "./client-algs.ts";
import { checkEncryption } from "./encryption-metadata.ts";
import { checkFapi } from "./fapi.ts";
import { gatherLocalized } from "./localized-metadata.ts";
import { logoutProblems } from "./logout-metadata.ts";
import { isRegistrableRedirectUri, type OwnAddresses } from "./redirect-uri-registration.ts";
import type { Report } from "./report.ts";
import { sectorOf } from "./sector-identifier.ts";

/** The metadata from which an operator or the seed makes a client. An unknown member is an error there. */
export function clientMetadata(own: OwnAddresses) {
  const shape = z.strictObject(operatorMembers);
  return z.preprocess(
    (given) => gatherLocalized(withOperatorDefaults(given)),
    shape.superRefine((metadata, context) => checkTogether(metadata, own, context, true)),
  );
}

/**
 * Defaults that depend on other members. RFC 7591 §2: a client whose grants all begin at the token endpoint has no
 * response type. The default algorithm of ID tokens is one that the profile allows.
 *
 * @param profile of a client that names none
 */
export function withDefaults(given: unknown, profile?: Profile): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const { grant_types, profile: named = profile } = given as { grant_types?: unknown; profile?: unknown };
  return {
    ...(Array.isArray(grant_types) && beginsAtTokenEndpoint(grant_types) ? { response_types: [] } : {}),
    ...(named === "fapi2" ? { id_token_signed_response_alg: "PS256" } : {}),
    ...given,
  };
}

/** The same for a client of an operator, and what only these have by default: profile oidc is for existing software. */
export function withOperatorDefaults(given: unknown): unknown {
  const isExisting = (given as { profile?: unknown } | null)?.profile === "oidc";
  return withDefaults(isExisting ? { id_token_claims: "scopes", ...(given as object) } : given);
}

export type ClientMetadata = z.output<ReturnType<typeof clientMetadata>>;

/**
 * Checks the members against each other; each one is valid by itself.
 *
 * @param byOperator whether an operator registers the client
 */
export function checkTogether(
  metadata: Members,
  own: OwnAddresses,
  context: z.RefinementCtx,
  byOperator: boolean,
): void {
  const report: Report = (path, message) => context.addIssue({ code: "custom", path, message });

  checkRedirectUris(metadata, own, report, byOperator);
  for (const [name, problem] of logoutProblems(metadata, own)) report([name], problem);

  const keys = [metadata.jwks, metadata.jwks_uri].filter((member) => member !== undefined);
  if (keys.length === 2) report(["jwks"], "must not stand beside jwks_uri");
  if (keys.length === 0 && metadata.token_endpoint_auth_method === "private_key_jwt") {
    report(["token_endpoint_auth_method"], "needs jwks or jwks_uri");
  }
  for (const [index, type] of metadata.response_types.entries()) {
    if (!allowsResponseType(metadata.profile, type))
      report(["response_types", index], "is not for clients of this profile");
  }
  // OIDC Core §8.1: with several hosts, the client must say to which of them the subjects belong.
  if (metadata.subject_type === "pairwise" && sectorOf(metadata) === undefined) {
    report(["subject_type"], "needs sector_identifier_uri, or https redirect URIs of one host");
  }
  checkFlows(metadata, report, byOperator);
  checkGrantTypes(metadata, report);
  checkEncryption(metadata, report);
  checkAlgs(metadata, report);
  checkCertificates(metadata, report);
  checkFapi(metadata, report);
}

function checkRedirectUris(metadata: Members, own: OwnAddresses, report: Report, byOperator: boolean): void {
  const { application_type: applicationType, grant_types } = metadata;
  const isPublic = isPublicClient({ tokenEndpointAuthMethod: metadata.token_endpoint_auth_method });
  const about = {
    ...own,
    applicationType,
    isImplicit: grant_types.includes("implicit"),
    isPublic,
    exceptions: byOperator ? (metadata.redirect_uri_exceptions ?? []) : undefined,
  };
  for (const name of ["redirect_uris", "post_logout_redirect_uris"] as const) {
    for (const [index, uri] of metadata[name].entries()) {
      const problem = isRegistrableRedirectUri(uri, about);
      if (problem !== undefined) report([name, index], problem);
    }
  }
}

// Checks how the client receives answers, and how it gets tokens without the authorization endpoint.
function checkFlows(
  {
    redirect_uris,
    response_types,
    grant_types,
    token_endpoint_auth_method: tokenEndpointAuthMethod,
    dpop_bound_access_tokens: isBound,
  }: Members,
  report: Report,
  byOperator: boolean,
): void {
  // RFC 9449 §5: a browser proves no key, so its token could not be bound.
  if (isBound === true && response_types.some((type) => type.split(" ").includes("token"))) {
    report(["dpop_bound_access_tokens"], "must not stand beside a response type with token");
  }
  // RFC 7591 §2: a client that is answered by redirect registers its redirect URIs.
  if (response_types.length > 0 && redirect_uris.length === 0)
    report(["redirect_uris"], "is missing: a response type needs one");
  // RFC 7662 §2.1: an API that only introspects gets no tokens. It authenticates, and an operator says that it is one.
  const onlyIntrospects = byOperator && !isPublicClient({ tokenEndpointAuthMethod });
  if (response_types.length + grant_types.length === 0 && !onlyIntrospects)
    report(["grant_types"], "must name one, such as authorization_code");
  // RFC 6749 §4.4: only for clients that can authenticate.
  if (grant_types.includes("client_credentials") && isPublicClient({ tokenEndpointAuthMethod })) {
    report(["grant_types"], "has client_credentials for a public client");
  }
  // RFC 8693 §5: an exchanged token is more than what was presented, so its client must prove who it is.
  if (grant_types.includes(TOKEN_EXCHANGE) && isPublicClient({ tokenEndpointAuthMethod })) {
    report(["grant_types"], "has token-exchange for a public client");
  }
  // The policies that it needs are an operator's, too.
  if (grant_types.includes(TOKEN_EXCHANGE) && !byOperator) {
    report(["grant_types"], "has token-exchange, which only an operator registers");
  }
}

// RFC 7591 §2.1: the response types at the authorization endpoint and the grant types at the token endpoint must match.
function checkGrantTypes(
  { response_types, grant_types }: Pick<Members, "response_types" | "grant_types">,
  report: Report,
): void {
  const needed = new Set<string>(response_types.flatMap(grantTypesOf));
  const given = new Set<string>(grant_types);

  if ([...needed].some((type) => !given.has(type)))
    report(["grant_types"], "lacks the grant types that the response types need");
  for (const type of ["authorization_code", "implicit"]) {
    // `none` needs no grant. The default for a client that names no grant is the code grant, which has no effect there.
    if (needed.size === 0 && response_types.includes("none")) break;
    if (given.has(type) && !needed.has(type)) report(["response_types"], `has none for the grant type ${type}`);
  }
  // RFC 6749 §4.2: the implicit grant issues no refresh token.
  if (given.has("refresh_token") && !given.has("authorization_code") && !given.has(DEVICE_CODE)) {
    report(["grant_types"], "has refresh_token without authorization_code or device_code");
  }
}
