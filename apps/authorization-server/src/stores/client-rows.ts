/** How a client stands in its table: one list of columns for every statement that reads or writes one. */
import {
  type Checked,
  type Client,
  type ClientMetadata,
  DEFAULT_CONTENT_ENCRYPTION,
  sectorOf,
} from "@countersign/rules";

// RFC 6749 §A.1: a client identifier is visible ASCII; nothing else reaches the database.
export const CLIENT_ID = /^[\x20-\x7E]{1,255}$/;

/** The metadata of a client, whoever it comes from. */
export type KeptMetadata = ClientMetadata & { readonly logo_uri?: string | undefined };

/** What of the metadata is kept in which column. */
const WRITTEN: Readonly<Record<string, (metadata: KeptMetadata) => unknown>> = {
  profile: (m) => m.profile,
  name: (m) => m.client_name,
  application_type: (m) => m.application_type,
  token_endpoint_auth_method: (m) => m.token_endpoint_auth_method,
  token_endpoint_auth_signing_alg: (m) => m.token_endpoint_auth_signing_alg,
  jwks: (m) => m.jwks,
  jwks_uri: (m) => m.jwks_uri,
  redirect_uris: (m) => m.redirect_uris,
  post_logout_redirect_uris: (m) => m.post_logout_redirect_uris,
  grant_types: (m) => m.grant_types,
  response_types: (m) => m.response_types,
  scopes: (m) => m.scope.split(" ").filter((scope) => scope !== ""),
  id_token_signed_response_alg: (m) => m.id_token_signed_response_alg,
  id_token_encrypted_response_alg: (m) => m.id_token_encrypted_response_alg,
  id_token_encrypted_response_enc: (m) => encOf(m.id_token_encrypted_response_alg, m.id_token_encrypted_response_enc),
  userinfo_signed_response_alg: (m) => m.userinfo_signed_response_alg,
  userinfo_encrypted_response_alg: (m) => m.userinfo_encrypted_response_alg,
  userinfo_encrypted_response_enc: (m) => encOf(m.userinfo_encrypted_response_alg, m.userinfo_encrypted_response_enc),
  default_max_age_seconds: (m) => m.default_max_age,
  require_auth_time: (m) => m.require_auth_time ?? false,
  default_acr_values: (m) => m.default_acr_values ?? [],
  client_uri: (m) => m.client_uri,
  policy_uri: (m) => m.policy_uri,
  tos_uri: (m) => m.tos_uri,
  localized: (m) => m.localized,
  initiate_login_uri: (m) => m.initiate_login_uri,
  logo_uri: (m) => m.logo_uri,
  request_uris: (m) => m.request_uris ?? [],
  request_object_encryption_alg: (m) => m.request_object_encryption_alg,
  request_object_encryption_enc: (m) => encOf(m.request_object_encryption_alg, m.request_object_encryption_enc),
  request_object_signing_alg: (m) => m.request_object_signing_alg,
  contacts: (m) => m.contacts ?? [],
  sector_identifier_uri: (m) => m.sector_identifier_uri,
  sector: (m) => (m.subject_type === "pairwise" ? sectorOf(m) : undefined),
  software_id: (m) => m.software_id,
  software_version: (m) => m.software_version,
  backchannel_logout_uri: (m) => m.backchannel_logout_uri,
  backchannel_logout_session_required: (m) => m.backchannel_logout_session_required ?? false,
  frontchannel_logout_uri: (m) => m.frontchannel_logout_uri,
  frontchannel_logout_session_required: (m) => m.frontchannel_logout_session_required ?? false,
};

/** OIDC Registration §2: who names no content encryption has the default; who names nothing has none. */
const encOf = (alg: string | undefined, enc: string | undefined) =>
  enc ?? (alg === undefined ? undefined : DEFAULT_CONTENT_ENCRYPTION);

/** What requests of a client with this metadata are checked by, as its row will have it. */
export const checkedOf = (metadata: KeptMetadata): Checked => {
  const value = (column: string) => WRITTEN[column]?.(metadata);
  return {
    name: metadata.client_name,
    localized: metadata.localized,
    redirectUris: metadata.redirect_uris,
    tokenEndpointAuthMethod: metadata.token_endpoint_auth_method,
    sector: value("sector") as string | undefined,
    profile: metadata.profile,
    applicationType: metadata.application_type,
    responseTypes: metadata.response_types,
    requestObjectSigningAlg: metadata.request_object_signing_alg,
    grantTypes: metadata.grant_types,
    scopes: value("scopes") as readonly string[],
  };
};

/** The columns of the metadata, and the values for them in the same order. */
export const metadataColumns = Object.keys(WRITTEN).join(", ");
export const metadataValues = (metadata: KeptMetadata) => Object.values(WRITTEN).map((of) => of(metadata) ?? null);

/** The placeholders of the metadata's values in a statement where they come after `before` others. */
export const metadataPlaceholders = (before: number) =>
  Object.keys(WRITTEN)
    .map((_, index) => `$${before + index + 1}`)
    .join(", ");

/** The columns of a client's secret, for whoever authenticates clients or signs for them. */
export const SECRET_COLUMNS = `
         secret_hash AS "secretHash", sealed_secret AS "sealedSecret",
         secret_key_encryption_key_id AS "secretKeyEncryptionKeyId", secret_expires_at AS "secretExpiresAt",
         previous_secret_hash AS "previousSecretHash", previous_secret_expires_at AS "previousSecretExpiresAt",
         sealed_unused_secret IS NOT NULL AS "hasUnusedSecret"`;

/** What is written in them, in the order hash, sealed, key. */
export const secretValues = ({
  secretHash,
  sealedSecret,
  secretKeyEncryptionKeyId,
}: Partial<Pick<Client, "secretHash" | "sealedSecret" | "secretKeyEncryptionKeyId">>) => [
  secretHash ?? null,
  sealedSecret === undefined ? null : Buffer.from(sealedSecret),
  secretKeyEncryptionKeyId ?? null,
];

/** What a select reads to make a `Client` of it, its secret aside. */
export const CLIENT_COLUMNS = `
         id, profile, name, application_type AS "applicationType",
         token_endpoint_auth_method AS "tokenEndpointAuthMethod",
         token_endpoint_auth_signing_alg AS "tokenEndpointAuthSigningAlg", jwks, jwks_uri AS "jwksUri",
         redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris",
         grant_types AS "grantTypes", response_types AS "responseTypes", scopes,
         id_token_signed_response_alg AS "idTokenSignedResponseAlg", sector, default_max_age_seconds AS "defaultMaxAgeSeconds",
         id_token_encrypted_response_alg AS "idTokenEncryptedResponseAlg",
         id_token_encrypted_response_enc AS "idTokenEncryptedResponseEnc",
         userinfo_signed_response_alg AS "userinfoSignedResponseAlg",
         userinfo_encrypted_response_alg AS "userinfoEncryptedResponseAlg",
         userinfo_encrypted_response_enc AS "userinfoEncryptedResponseEnc",
         request_uris AS "requestUris", request_object_signing_alg AS "requestObjectSigningAlg",
         client_uri AS "clientUri", policy_uri AS "policyUri", tos_uri AS "tosUri", localized,
         resource_server AS "resourceServer",
         registration_access_token_hash IS NOT NULL AS "registeredItself", last_used_at AS "lastUsedAt",
         revision, EXISTS (SELECT FROM client_logo l WHERE l.client_id = client.id) AS "hasLogo"`;

/** A row as the driver gives it: an absent value is null. */
export type Row<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] };

export const clientOf = (row: Row<Client>): Client => Object.freeze(present(row));

/** A row with nothing in it where the driver says null. Times that may be null stay as they are. */
export function present<T extends object>(row: Row<T>): T {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value === null && !name.endsWith("At") ? undefined : value,
  ]);
  return Object.fromEntries(entries);
}
