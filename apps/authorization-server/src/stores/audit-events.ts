/**
 * The audit trail: who did what, when and from where. An audit row is written in the transaction of the act itself, so
 * neither exists without the other.
 */
import { keyOfPerson, type PersonalDetail, sealPersonal } from "./person/person-keys.ts";
import type { Query } from "./transaction.ts";

/** Every type of act that is recorded. */
export const AUDIT_TYPES = [
  "sign_in",
  "sign_in_failed",
  "sign_in_limited",
  "client_authentication_limited",
  "second_factor_failed",
  "recovery_code_used",
  "second_factor_added",
  "second_factor_removed",
  "second_factor_preferred",
  "recovery_codes_made",
  "remembered_device_removed",
  "factors_reset",
  "sign_out",
  "session_ended",
  "logout_not_delivered",
  "consent",
  "consent_withdrawn",
  "user_added",
  "user_signed_up",
  "import_added",
  "import_lines_received",
  "import_started",
  "import_cancelled",
  "people_imported",
  "profile_changed",
  "username_changed",
  "email_changed",
  "email_change_undone",
  "terms_added",
  "invitation_added",
  "invitation_changed",
  "invitation_withdrawn",
  "user_disabled",
  "user_enabled",
  "password_changed",
  "password_removed",
  "deletion_requested",
  "deletion_cancelled",
  "user_deleted",
  "password_reset",
  "password_change_required",
  "enrolment_link_sent",
  "passkey_added",
  "passkey_renamed",
  "passkey_removed",
  "passkey_cloned",
  "identity_connected",
  "identity_disconnected",
  "client_added",
  "client_disabled",
  "client_enabled",
  "client_secret_rotated",
  "client_moved",
  "client_registered",
  "client_updated",
  "claim_mapping_changed",
  "client_deleted",
  "client_expired",
  "client_document_decided",
  "resource_server_added",
  "resource_server_changed",
  "resource_server_disabled",
  "resource_server_enabled",
  "resource_server_removed",
  "role_added",
  "role_changed",
  "role_removed",
  "role_assigned",
  "role_revoked",
  "group_added",
  "group_renamed",
  "group_removed",
  "group_member_added",
  "group_member_removed",
  "organization_added",
  "organization_changed",
  "organization_disabled",
  "organization_enabled",
  "organization_removed",
  "organization_member_added",
  "organization_member_removed",
  "organization_role_assigned",
  "organization_role_revoked",
  "organization_domain_added",
  "organization_domain_verified",
  "organization_domain_removed",
  "organization_invitation_added",
  "organization_invitation_accepted",
  "organization_invitation_withdrawn",
  "scim_token_added",
  "scim_token_revoked",
  "activity_read",
  "configuration_applied",
  "configuration_drifted",
  "settings_changed",
  "identity_provider_added",
  "identity_provider_changed",
  "identity_provider_removed",
  "webhook_added",
  "webhook_changed",
  "webhook_secret_rotated",
  "webhook_removed",
  "webhook_tested",
  "webhook_replayed",
  "webhook_disabled",
  "initial_access_token_added",
  "initial_access_token_revoked",
  "signing_key_added",
  "signing_key_rotated",
  "signing_key_removed",
  "keys_resealed",
  "code_replayed",
  "refresh_token_replayed",
  "token_revoked",
  "authorizations_revoked",
] as const;

export type AuditType = (typeof AUDIT_TYPES)[number];

/** Who performs an act. */
export type Actor =
  /** The person who runs a command. */
  | { readonly kind: "operator" }
  | { readonly kind: "administrator"; readonly userId: string }
  /** A client that manages itself. */
  | { readonly kind: "client"; readonly clientId: string }
  /** The directory of an organization, by one of its tokens for SCIM. */
  | { readonly kind: "directory"; readonly tokenId: string }
  /** The person concerned; `userId` is undefined if a sign-in failed for an unknown person. */
  | { readonly kind: "person"; readonly userId: string | undefined }
  /** The service itself, on its schedule or because a request needs something. */
  | { readonly kind: "system" };

/** When something happened, and the network address that it came from, as far as the service can tell. */
export interface Occurrence {
  readonly at: Date;
  readonly address: string;
}

/** Who does something, and when; also from where, if the request came over the network. */
export interface By extends Pick<Occurrence, "at">, Partial<Pick<Occurrence, "address">> {
  readonly actor: Actor;
}

/** An act that is recorded. */
export interface AuditEvent extends Omit<By, "address"> {
  readonly type: AuditType;
  readonly address?: string | undefined;
  /** The person and the client that the event is about. */
  readonly userId?: string | undefined;
  readonly clientId?: string | undefined;
  /** Further details; never a secret, and nothing that names a person. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Details that name the person of `userId`. They are sealed, and cannot be read once the person is erased. */
  readonly personal?: PersonalDetail;
}

/** The value of the column `actor` for each kind. */
export const ACTOR_NAMES: Readonly<Record<Actor["kind"], string>> = {
  operator: "operator",
  administrator: "administrator",
  client: "client",
  directory: "directory",
  person: "user",
  system: "schedule",
};

/** An event as the values of its columns. */
export function auditColumns({ type, actor, at, userId, clientId, address, detail }: AuditEvent) {
  const subject = { userId: userId ?? null, clientId: clientId ?? null };
  const by = { actor: ACTOR_NAMES[actor.kind], actorId: idOf(actor) ?? null, address: address ?? null };
  return { at, type, ...by, ...subject, detail: detail ?? {} };
}

function idOf(actor: Actor): string | undefined {
  if (actor.kind === "client") return actor.clientId;
  if (actor.kind === "directory") return actor.tokenId;
  return actor.kind === "person" || actor.kind === "administrator" ? actor.userId : undefined;
}

/** Writes the audit row of an act, in the transaction of the act. */
export async function recordAudit(query: Query, event: AuditEvent): Promise<void> {
  const { at, type, actor, actorId, userId, clientId, address, detail } = auditColumns(event);
  const values = [at, type, actor, actorId, userId, clientId, address, JSON.stringify(detail)];
  if (event.personal === undefined || userId === null) return void (await query(INSERT, [...values, null]));

  const key = await keyOfPerson(query, userId, at);
  await query(INSERT, [...values, key && sealPersonal(event.personal, { userId, key })]);
}

const INSERT = `
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, sealed_personal)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
