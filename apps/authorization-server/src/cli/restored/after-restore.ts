/**
 * What the command does about each type of event that a restored database lacks. The table has every type: without a
 * row for a new type, it does not compile.
 */
import { blockedAddresses } from "../../administration/blocked-addresses/entity.ts";
import { exchangePolicies } from "../../administration/exchange-policies/entity.ts";
import { hooks } from "../../administration/hooks/entity.ts";
import { resourceServers } from "../../administration/resource-servers/entity.ts";
import { trustedIssuers } from "../../administration/trusted-issuers/entity.ts";
import { webhooks } from "../../administration/webhooks/entity.ts";
import type { AuditType } from "../../platform/stores/audit/audit-types.ts";
import * as clients from "./repeated/clients.ts";
import * as entities from "./repeated/entities.ts";
import * as memberships from "./repeated/memberships.ts";
import * as people from "./repeated/people.ts";
import { again, byHand, NOTHING, type Treatment, VOID } from "./treatment.ts";

const SEND_LINK = "countersign users send-enrolment-link <user>";
const SET_PASSWORD = "countersign users set-password <user>, or require-password-change";
const RESET_FACTORS = "countersign users reset-factors <user> --reason …";
const CHANGE_CLIENT = "countersign clients change <client>";

const OF_PEOPLE = {
  user_disabled: again(people.disabled, "countersign users disable <user>"),
  user_enabled: again(people.enabled, "countersign users enable <user>"),
  deletion_requested: again(people.erasureRequested, "countersign users delete <user>"),
  deletion_cancelled: again(people.erasureCancelled, "countersign users enable <user>"),
  user_deleted: again(people.erased, "countersign users delete <user>"),
  // The password of before may be the one that others know.
  password_changed: byHand(SET_PASSWORD),
  password_reset: again(people.passwordReset, SET_PASSWORD),
  password_removed: again(people.passwordRemoved, SEND_LINK),
  password_change_required: again(people.passwordChangeRequired, SET_PASSWORD),
  second_factor_removed: again(people.wayInRemoved("second_factor_removed", "id"), RESET_FACTORS),
  passkey_removed: again(people.wayInRemoved("passkey_removed", "passkeyId"), SEND_LINK),
  passkey_cloned: byHand(RESET_FACTORS),
  factors_reset: again(people.factorsReset, RESET_FACTORS),
  identity_disconnected: again(people.wayInRemoved("identity_disconnected", "id"), SEND_LINK),
  // Whoever has the mailbox of before can set a password by it.
  email_changed: byHand("the user, in the account; countersign users disable <user> until then"),
  email_change_undone: byHand(RESET_FACTORS),
  consent_withdrawn: again(people.consentWithdrawn, "countersign consents withdraw --user <user> --client <client>"),
} as const;

const OF_CLIENTS = {
  client_disabled: again(clients.clientDisabled, "countersign clients disable <client>"),
  client_enabled: again(clients.clientEnabled, "countersign clients enable <client>"),
  client_deleted: again(clients.clientDeleted, "countersign clients remove <client>"),
  client_secret_rotated: byHand("countersign clients rotate-secret <client>"),
  client_secret_ended: again(clients.previousSecretEnded, "countersign clients end-previous-secret <client>"),
  client_updated: byHand(CHANGE_CLIENT),
  claim_mapping_changed: byHand("countersign clients map-claims <client>"),
  client_document_decided: again(clients.documentDecided, "countersign clients documents block <client>, or pin"),
  keys_resealed: byHand("give the service the key of before, too, and run countersign keys reseal"),
  settings_changed: byHand("the console, Settings; or countersign apply"),
} as const;

const OF_MEMBERSHIPS = {
  role_changed: again(memberships.roleChanged, "countersign roles change <resource> <name>"),
  role_removed: again(memberships.roleRemoved, "countersign roles remove <resource> <name>"),
  role_revoked: again(memberships.roleRevoked, "countersign roles revoke <resource> <name>"),
  group_removed: again(memberships.groupRemoved, "countersign groups remove"),
  group_member_removed: again(memberships.groupMemberRemoved, "countersign groups members remove"),
  organization_disabled: again(memberships.organizationEnabled(false), "countersign organizations disable"),
  organization_enabled: again(memberships.organizationEnabled(true), "countersign organizations enable"),
  organization_removed: again(memberships.organizationRemoved, "countersign organizations remove"),
  organization_member_removed: again(memberships.organizationMemberRemoved, "countersign organizations members remove"),
  organization_role_revoked: again(memberships.organizationRoleRevoked, "countersign organizations revoke"),
  organization_domain_removed: again(memberships.domainRemoved, "countersign organizations domains remove"),
  organization_domain_lapsed: again(memberships.domainLapsed, "countersign organizations domains remove"),
  scim_token_revoked: again(memberships.scimTokenRevoked, "countersign organizations scim-token revoke"),
} as const;

const OF_ENTITIES = {
  resource_server_changed: again(entities.changed(resourceServers), "countersign resources change <identifier>"),
  resource_server_disabled: again(entities.resourceServerEnabled(false), "countersign resources disable <identifier>"),
  resource_server_enabled: again(entities.resourceServerEnabled(true), "countersign resources enable <identifier>"),
  resource_server_removed: again(entities.resourceServerRemoved, "countersign resources remove <identifier>"),
  identity_provider_changed: again(entities.providerChanged, "countersign providers change <alias>"),
  identity_provider_removed: again(entities.providerRemoved, "countersign providers remove <alias>"),
  exchange_policy_changed: again(entities.changed(exchangePolicies), "countersign exchange-policies change"),
  exchange_policy_removed: again(entities.removed(exchangePolicies), "countersign exchange-policies remove <name>"),
  // A hook may refuse sign-ups and sign-ins.
  hook_added: byHand("countersign hooks add <name>"),
  hook_changed: again(entities.changed(hooks), "countersign hooks change"),
  hook_secret_rotated: byHand("countersign hooks rotate-secret"),
  hook_removed: again(entities.removed(hooks), "countersign hooks remove <name>"),
  trusted_issuer_changed: again(entities.changed(trustedIssuers), "countersign trusted-issuers change"),
  trusted_issuer_removed: again(entities.removed(trustedIssuers), "countersign trusted-issuers remove <name>"),
  webhook_changed: again(entities.changed(webhooks), "countersign webhooks change"),
  webhook_secret_rotated: byHand("countersign webhooks rotate-secret"),
  webhook_removed: again(entities.removed(webhooks), "countersign webhooks remove <name>"),
  webhook_disabled: again(entities.webhookDisabled, "countersign webhooks disable"),
  blocked_address_added: again(entities.addressBlocked, "countersign blocked-addresses add <address>"),
  blocked_address_changed: again(entities.changed(blockedAddresses), "countersign blocked-addresses change"),
  blocked_address_removed: again(entities.removed(blockedAddresses), "countersign blocked-addresses remove <address>"),
} as const;

/** Each ended a session, a token, a key, a link, a code or a counter: none of them outlives a restore. */
const ENDED_BY_RESTORE = {
  ...{ sign_in: VOID, sign_in_failed: VOID, sign_in_limited: VOID, client_authentication_limited: VOID },
  ...{ second_factor_failed: VOID, recovery_code_used: VOID, recovery_codes_made: VOID },
  ...{ remembered_device_removed: VOID, sign_out: VOID, session_ended: VOID },
  ...{ device_approved: VOID, device_denied: VOID, assertion_accepted: VOID, person_impersonated: VOID },
  ...{ invitation_added: VOID, invitation_changed: VOID, invitation_sent_again: VOID, invitation_withdrawn: VOID },
  ...{ organization_invitation_added: VOID, organization_invitation_sent_again: VOID },
  ...{ organization_invitation_accepted: VOID, organization_invitation_withdrawn: VOID },
  ...{ invited_role_withheld: VOID, enrolment_link_sent: VOID },
  ...{ initial_access_token_added: VOID, initial_access_token_revoked: VOID },
  ...{ signing_key_added: VOID, signing_key_rotated: VOID, signing_key_removed: VOID },
  ...{ code_replayed: VOID, refresh_token_replayed: VOID, refresh_token_resumed: VOID },
  ...{ token_revoked: VOID, authorizations_revoked: VOID },
} as const;

/** Each added or renamed something, which is gone, or only tells; or a job of the service does it again. */
const ENDS_NOTHING = {
  ...{ user_added: NOTHING, user_signed_up: NOTHING, profile_changed: NOTHING, username_changed: NOTHING },
  ...{ second_factor_added: NOTHING, second_factor_preferred: NOTHING },
  ...{ passkey_added: NOTHING, passkey_renamed: NOTHING, identity_connected: NOTHING },
  ...{ consent: NOTHING, consent_reopened: NOTHING, terms_added: NOTHING },
  ...{ import_added: NOTHING, import_lines_received: NOTHING, import_started: NOTHING, import_cancelled: NOTHING },
  ...{ people_imported: NOTHING, client_added: NOTHING, client_registered: NOTHING, client_moved: NOTHING },
  ...{ client_sign_in_tried: NOTHING, client_expired: NOTHING, logout_not_delivered: NOTHING },
  ...{ resource_server_added: NOTHING, role_added: NOTHING, role_assigned: NOTHING },
  ...{ group_added: NOTHING, group_renamed: NOTHING, group_member_added: NOTHING },
  ...{ organization_added: NOTHING, organization_changed: NOTHING, organization_member_added: NOTHING },
  ...{ organization_role_assigned: NOTHING, organization_domain_added: NOTHING },
  ...{ organization_domain_verified: NOTHING, organization_domain_missing: NOTHING },
  ...{ organization_domain_found: NOTHING, organization_domain_contested: NOTHING, scim_token_added: NOTHING },
  ...{ identity_provider_added: NOTHING, exchange_policy_added: NOTHING, trusted_issuer_added: NOTHING },
  ...{
    webhook_added: NOTHING,
    webhook_tested: NOTHING,
    webhook_replayed: NOTHING,
    hook_tested: NOTHING,
    test_mail_sent: NOTHING,
  },
  ...{ blocked_address_refused: NOTHING, activity_read: NOTHING, deployment_restored: NOTHING },
  // What it did has events of its own.
  ...{ configuration_applied: NOTHING, configuration_drifted: NOTHING },
} as const;

export const AFTER_RESTORE: Readonly<Record<AuditType, Treatment>> = {
  ...OF_PEOPLE,
  ...OF_CLIENTS,
  ...OF_MEMBERSHIPS,
  ...OF_ENTITIES,
  ...ENDED_BY_RESTORE,
  ...ENDS_NOTHING,
};
