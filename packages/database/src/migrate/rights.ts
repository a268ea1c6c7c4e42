/**
 * What the logins of the two services may do. The owner of the database may do everything, and no service uses its
 * login.
 */

type Right = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

const ALL: readonly Right[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/**
 * The rights of the authorization server, by table. `FOR UPDATE` needs UPDATE. Tables whose rows are not deleted have
 * no DELETE, and no table has TRUNCATE. A cascade needs no right: PostgreSQL runs it as the owner.
 */
export const SERVICE_RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  active_person: ALL,
  address_proof: ALL,
  applied_configuration: ["SELECT", "INSERT", "UPDATE"],
  // Rows are only added. The purge deletes old rows, and a trigger protects the others.
  audit_event: ["SELECT", "INSERT", "DELETE"],
  audit_stream: ALL,
  audit_stream_entry: ALL,
  authorization: ALL,
  blocked_address: ALL,
  browser_session: ALL,
  client: ALL,
  client_document: ALL,
  client_logo: ["SELECT", "INSERT", "DELETE"],
  client_secret_use: ALL,
  client_sign_in: ["SELECT", "INSERT", "UPDATE"],
  consent: ALL,
  // A service compares it with the migrations that it needs.
  countersign_migration: ["SELECT"],
  daily_statistic: ["SELECT", "INSERT", "UPDATE"],
  end_user: ALL,
  ephemeral_entry: ALL,
  ephemeral_member: ALL,
  exchange_policy: ALL,
  federated_identity: ALL,
  group_member: ["SELECT", "INSERT", "DELETE"],
  hook: ALL,
  hourly_statistic: ALL,
  idempotency_key: ALL,
  identity_provider: ALL,
  import_job: ALL,
  import_piece: ALL,
  import_refusal: ["SELECT", "INSERT", "DELETE"],
  imported_person: ["SELECT", "INSERT"],
  initial_access_token: ALL,
  invitation: ALL,
  job_failure: ALL,
  logout_delivery: ALL,
  mail_delivery: ALL,
  organization: ALL,
  organization_domain: ALL,
  organization_invitation: ALL,
  organization_member: ALL,
  organization_role: ["SELECT", "INSERT", "DELETE"],
  pairwise_subject: ["SELECT", "INSERT", "UPDATE"],
  passkey: ALL,
  rate_limit: ALL,
  provider_session: ["SELECT", "INSERT", "UPDATE"],
  recovery_code: ALL,
  person_key: ["SELECT", "INSERT"],
  person_picture: ALL,
  refresh_token: ALL,
  refused_request: ALL,
  remembered_device: ALL,
  resource_server: ALL,
  retired_username: ALL,
  role: ALL,
  role_assignment: ["SELECT", "INSERT", "DELETE"],
  revoked_access_token: ALL,
  scim_group: ALL,
  scim_token: ALL,
  scim_user: ALL,
  second_factor_failure: ALL,
  session_client: ["SELECT", "INSERT", "UPDATE"],
  setting: ["SELECT", "INSERT", "UPDATE"],
  sign_in: ALL,
  // A trigger writes it.
  sign_in_name: ["SELECT"],
  signing_key: ALL,
  totp_factor: ALL,
  statistic_progress: ["SELECT", "INSERT", "UPDATE"],
  terms_acceptance: ["SELECT", "INSERT"],
  terms_document: ["SELECT", "INSERT"],
  // A service looks whether there is one; `countersign restored` has the login of the service.
  unfinished_restore: ALL,
  used_provider_logout: ALL,
  user_group: ALL,
  userinfo_v1: ["SELECT"],
  trusted_issuer: ALL,
  trusted_issuer_authorization: ALL,
  webhook: ALL,
  webhook_delivery: ALL,
};

/** The functions that statements and triggers of the authorization server call, as PostgreSQL names them. */
export const SERVICE_FUNCTIONS: readonly string[] = [
  "came_in_time(timestamp with time zone)",
  "sign_in_name_is_taken()",
];

/** The rights of the resource server. */
export const READER_RIGHTS: typeof SERVICE_RIGHTS = { userinfo_v1: ["SELECT"] };
