/** The events that a webhook may be sent, in groups of what they are about. */
import type { OptionGroup } from "../../../views/model.ts";

/** What the types of each group begin with. The others are of administration. */
const BEGINNINGS = {
  people: [
    ...["user_", "profile_", "username_", "email_", "password_", "deletion_", "enrolment_", "invitation_", "invited_"],
    ...["import_", "people_"],
  ],
  sign_ins: [
    ...["sign_in", "sign_out", "session_", "logout_", "second_factor_", "recovery_code", "remembered_device_"],
    ...["factors_", "passkey_", "identity_connected", "identity_disconnected"],
  ],
  applications: [
    ...["client_", "claim_mapping_", "consent", "device_", "assertion_", "person_impersonated", "code_"],
    ...["refresh_token_", "token_", "authorizations_", "initial_access_token_", "resource_server_", "exchange_policy_"],
  ],
  access: ["organization_", "group_", "role_", "scim_"],
};

const OTHERS = "administration";
export type EventGroup = keyof typeof BEGINNINGS | typeof OTHERS;
export const EVENT_GROUPS = [...(Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]), OTHERS] as const;

/** What a type of event is about. */
export const groupOf = (type: string): EventGroup =>
  EVENT_GROUPS.find((name) => name !== OTHERS && BEGINNINGS[name].some((one) => type.startsWith(one))) ?? OTHERS;

/** A type of event in words. */
export const eventWord = (type: string) => ({ word: `event.${type}`, or: type });

/** A check box for each type, in its group. */
export const eventGroups = (types: readonly string[]): readonly OptionGroup[] =>
  EVENT_GROUPS.map((name) => ({
    label: `webhooks.events.${name}`,
    options: types
      .filter((type) => groupOf(type) === name)
      .map((type) => ({ value: type, label: `event.${type}`, text: type })),
  })).filter(({ options }) => options.length > 0);
