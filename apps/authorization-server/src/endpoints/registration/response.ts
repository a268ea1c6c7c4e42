/** The client information response: RFC 7591 §3.2.1, RFC 7592 §3. What is really registered, whatever was asked. */
import { subjectTypeOf, taggedMembers } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { paths } from "../../paths.ts";
import type { OwnRegistration, RegisteredClient } from "../../stores/registrations.ts";

/** Answers with all that is registered of a client. Members without a value are left out. */
export function sendClient(call: Call, status: 200 | 201, information: OwnRegistration, issuer: string): void {
  const headers = { "cache-control": "no-store", pragma: "no-cache" };
  call.json({ ...credentialsOf(information, issuer), ...metadataOf(information.client) }, headers, status);
}

function credentialsOf({ client, unusedSecret, registrationAccessToken }: OwnRegistration, issuer: string) {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    // Of one that was used we have no more than its hash.
    client_secret: unusedSecret,
    client_secret_expires_at: client.secretHash === undefined ? undefined : endOf(client),
    registration_access_token: registrationAccessToken,
    registration_client_uri: `${issuer}${paths.register}/${encodeURIComponent(client.id)}`,
  };
}

// RFC 7591 §3.2.1: 0 for never; required with a secret.
const endOf = ({ secretExpiresAt }: RegisteredClient) =>
  secretExpiresAt ? Math.floor(secretExpiresAt.getTime() / 1000) : 0;

const metadataOf = (client: RegisteredClient) => ({
  profile: client.profile,
  client_name: client.name,
  ...taggedMembers(client.localized),
  application_type: client.applicationType,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  token_endpoint_auth_signing_alg: client.tokenEndpointAuthSigningAlg,
  jwks: client.jwks,
  jwks_uri: client.jwksUri,
  grant_types: client.grantTypes,
  response_types: client.responseTypes,
  scope: client.scopes.length === 0 ? undefined : client.scopes.join(" "),
  subject_type: subjectTypeOf(client),
  id_token_signed_response_alg: client.idTokenSignedResponseAlg,
  id_token_encrypted_response_alg: client.idTokenEncryptedResponseAlg,
  id_token_encrypted_response_enc: client.idTokenEncryptedResponseEnc,
  userinfo_signed_response_alg: client.userinfoSignedResponseAlg,
  userinfo_encrypted_response_alg: client.userinfoEncryptedResponseAlg,
  userinfo_encrypted_response_enc: client.userinfoEncryptedResponseEnc,
  request_uris: (client.requestUris ?? []).length === 0 ? undefined : client.requestUris,
  request_object_encryption_alg: client.requestObjectEncryptionAlg,
  request_object_encryption_enc: client.requestObjectEncryptionEnc,
  request_object_signing_alg: client.requestObjectSigningAlg,
  default_max_age: client.defaultMaxAgeSeconds,
  require_auth_time: client.requireAuthTime,
  default_acr_values: client.defaultAcrValues.length === 0 ? undefined : client.defaultAcrValues,
  client_uri: client.clientUri,
  policy_uri: client.policyUri,
  tos_uri: client.tosUri,
  logo_uri: client.logoUri,
  sector_identifier_uri: client.sectorIdentifierUri,
  initiate_login_uri: client.initiateLoginUri,
  contacts: client.contacts.length === 0 ? undefined : client.contacts,
  software_id: client.softwareId,
  software_version: client.softwareVersion,
  ...logoutOf(client),
});

const logoutOf = (client: RegisteredClient) => ({
  backchannel_logout_uri: client.backchannelLogoutUri,
  backchannel_logout_session_required: saidWith(client.backchannelLogoutUri, client.backchannelLogoutSessionRequired),
  frontchannel_logout_uri: client.frontchannelLogoutUri,
  frontchannel_logout_session_required: saidWith(
    client.frontchannelLogoutUri,
    client.frontchannelLogoutSessionRequired,
  ),
});

// Without an address the switch beside it means nothing.
const saidWith = (uri: string | undefined, required: boolean) => (uri === undefined ? undefined : required);
