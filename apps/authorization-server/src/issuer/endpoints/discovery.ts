/**
 * Discovery: OIDC Discovery §3, RFC 8414 §2 and RFC 9207 §3. Each value comes from the code that implements it, so the
 * document lists only what is supported.
 */
import { DPOP_ALGS } from "@countersign/jwt";
import { codeChallengeMethod, DISPLAYS, PROMPTS, supportedValues } from "@countersign/rules";
import { allClaimsOfScopes } from "@countersign/rules/claims";
import { type AnswerDocument, answerDocument, etagOf } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { clientAuthenticationMethods } from "../clients/authentication/authenticate.ts";
import type { MutualTlsUse } from "../clients/certificates/mutual-tls.ts";
import type { GrantTable } from "../grants/index.ts";

/** Claims of an ID token other than those of /userinfo. */
const ID_TOKEN_CLAIMS = [
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "auth_time",
  "nonce",
  "acr",
  "amr",
  "sid",
  "at_hash",
  "c_hash",
];
const MAX_AGE_SECONDS = 300;

/** The claims that a request may ask for by name (OIDC Core §5.5). */
const claimsSupported = (scopes: readonly string[]) => [...new Set([...ID_TOKEN_CLAIMS, ...allClaimsOfScopes(scopes)])];

/**
 * The values that clients may register for each member. UserInfo responses are signed and encrypted only if the
 * resource server has a configured secret.
 */
function supportedMembers(userinfoJwt: boolean) {
  const members = Object.entries(supportedValues());
  return Object.fromEntries(members.filter(([name]) => userinfoJwt || !name.startsWith("userinfo_")));
}

/** Whether clients can authenticate in this way here. */
function isPossible(method: string, mutualTls: MutualTlsUse | undefined): boolean {
  if (method === "tls_client_auth") return mutualTls?.hasAnchors === true;
  return method !== "self_signed_tls_client_auth" || mutualTls !== undefined;
}

/** RFC 8705 §3.3 and §5: the endpoints that programs call are also at the listener for clients with certificates. */
const mutualTlsMetadata = ({ url, userinfoEndpoint }: MutualTlsUse) => ({
  tls_client_certificate_bound_access_tokens: true,
  mtls_endpoint_aliases: {
    token_endpoint: `${url}${paths.token}`,
    revocation_endpoint: `${url}${paths.revoke}`,
    introspection_endpoint: `${url}${paths.introspect}`,
    pushed_authorization_request_endpoint: `${url}${paths.pushedAuthorization}`,
    device_authorization_endpoint: `${url}${paths.deviceAuthorization}`,
    ...(userinfoEndpoint !== undefined && { userinfo_endpoint: userinfoEndpoint }),
  },
});

/** The metadata of this deployment, as both documents contain it. */
export function metadata(
  {
    issuer,
    userinfoResource,
    listedResources,
    userinfoEndpoint,
    views,
    levels,
    userinfoSecretHash,
    signUp,
    pushedRequests,
    clientDocumentsPolicy,
    detailsTypes,
    signedRequests,
    mutualTls,
  }: Pick<
    Dependencies,
    | "issuer"
    | "userinfoResource"
    | "listedResources"
    | "userinfoEndpoint"
    | "views"
    | "levels"
    | "userinfoSecretHash"
    | "signUp"
    | "pushedRequests"
    | "clientDocumentsPolicy"
    | "detailsTypes"
    | "signedRequests"
    | "mutualTls"
  >,
  grants: GrantTable,
) {
  const methods = clientAuthenticationMethods.map(({ name }) => name).filter((name) => isPossible(name, mutualTls));
  const url = (path: string) => `${issuer}${path}`;
  return {
    issuer,
    authorization_endpoint: url(paths.authorization),
    pushed_authorization_request_endpoint: url(paths.pushedAuthorization),
    require_pushed_authorization_requests: pushedRequests.areRequired,
    require_signed_request_object: signedRequests.areRequired,
    // RFC 8628 §4
    device_authorization_endpoint: url(paths.deviceAuthorization),
    token_endpoint: url(paths.token),
    userinfo_endpoint: userinfoEndpoint,
    jwks_uri: url(paths.jwks),
    revocation_endpoint: url(paths.revoke),
    introspection_endpoint: url(paths.introspect),
    end_session_endpoint: url(paths.endSession),
    check_session_iframe: url(paths.checkSession),
    registration_endpoint: url(paths.register),
    ...(clientDocumentsPolicy.areOn && { client_id_metadata_document_supported: true }),
    scopes_supported: userinfoResource.scopes,
    // The implicit grant does not use the token endpoint (RFC 6749 §4.2).
    grant_types_supported: [...grants.keys(), "implicit"],
    display_values_supported: DISPLAYS,
    ui_locales_supported: views.locales,
    ...supportedMembers(userinfoSecretHash !== undefined),
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== "none"),
    code_challenge_methods_supported: codeChallengeMethod.options,
    dpop_signing_alg_values_supported: DPOP_ALGS,
    prompt_values_supported: PROMPTS.filter((prompt) => prompt !== "create" || signUp.isOpen),
    acr_values_supported: [...new Set(levels.map(({ acr }) => acr))],
    claim_types_supported: ["normal"],
    claims_supported: claimsSupported(userinfoResource.scopes),
    claims_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: true,
    require_request_uri_registration: true,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    ...(mutualTls && mutualTlsMetadata(mutualTls)),
    // RFC 9396 §10
    ...(detailsTypes.size > 0 && { authorization_details_types_supported: [...detailsTypes.keys()] }),
    // RFC 9728 §4: only what the operator wants to be known.
    ...(listedResources.length > 0 && { protected_resources: listedResources }),
  };
}

/** Serves a document that does not change during the lifetime of the process. */
export function discovery(deps: Parameters<typeof metadata>[0], grants: GrantTable): AnswerDocument {
  const body = JSON.stringify(metadata(deps, grants));
  const document = { body, etag: etagOf(body) };
  return answerDocument(() => document, { contentType: "application/json", maxAgeSeconds: MAX_AGE_SECONDS });
}
